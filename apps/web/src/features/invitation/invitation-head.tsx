import { useText } from '../../lib/i18n/i18n.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import styles from './invitation-head.module.css'

interface InvitationHeadProps {
  /** Null for administrators and advisers, who belong to no family. */
  family: string | null
  /** The first administrator of an installation. */
  isFirst: boolean
  note: string
}

export function InvitationHead({ family, isFirst, note }: InvitationHeadProps) {
  const text = useText()
  return (
    <div className={styles.head}>
      <Avatar name={family ?? text('product_name')} shape="square" />
      <div>
        <h2 className={styles.title}>
          {isFirst
            ? text('first_admin_title')
            : family === null
              ? text('invitation_title_plain')
              : text('invitation_title', { family })}
        </h2>
        <p className={styles.note}>{note}</p>
      </div>
    </div>
  )
}
