import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../../features/notifications/unread-query.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import styles from './bell-button.module.css'

/** The largest number that fits the badge. */
const maxCount = 99

/** Opens the notifications and shows the number of unread ones. */
export function BellButton() {
  const text = useText()
  const { open } = useModal()
  const { data: count = 0 } = useQuery(unreadQuery)
  return (
    <span className={styles.bell}>
      <IconButton
        icon="bell"
        label={count === 0 ? text('notices_title') : text('notices_unread', { count })}
        onClick={() => void open({ kind: 'notifications' })}
      />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > maxCount ? `${maxCount}+` : count}
        </span>
      )}
    </span>
  )
}
