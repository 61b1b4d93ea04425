import type { Notification } from '@plumbline/contract'
import { useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { useHideNumbers } from '../../lib/format/hide-numbers.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import styles from './notifications.module.css'
import { useOpenTarget } from './use-notifications.ts'

interface Appearance {
  icon: IconName
  tone?: 'warn' | 'loss' | 'gain'
}

const appearances: Record<Notification['kind'], Appearance> = {
  event_reminder: { icon: 'calendar' },
  price_target: { icon: 'star' },
  pnl_move: { icon: 'calculator', tone: 'loss' },
  band_breach: { icon: 'tiles', tone: 'warn' },
  report_schedule: { icon: 'document', tone: 'gain' },
  integration_failure: { icon: 'alert', tone: 'warn' },
  report_ready: { icon: 'document', tone: 'gain' },
  export_ready: { icon: 'download', tone: 'gain' },
  import_ready: { icon: 'layers', tone: 'gain' },
  client_task: { icon: 'check' },
  account: { icon: 'user' },
}

interface NotificationRowProps {
  notification: Notification
  /** Absent for users who may not mark notifications. */
  onRead?: (() => void) | undefined
}

/** A notification. Clicking it opens its target and marks it as read. */
export function NotificationRow({ notification, onRead }: NotificationRowProps) {
  const text = useText()
  const format = useFormat()
  const openTarget = useOpenTarget()(notification)
  const { kind, created_at, read_at, rule_name: rule, target, family } = notification
  const hide = useHideNumbers()
  const title = hide(notification.title)
  const words = hide(notification.text)
  const hasSeveral = useHasSeveralFamilies()
  const { icon, tone } = appearances[kind]
  const isNew = read_at === null
  const content = (
    <>
      <span className={styles.line}>
        <b>{title}</b>
        {isNew && <span className="visually-hidden">{text('notices_new')}</span>}
        <time dateTime={created_at}>{format.ago(new Date(created_at))}</time>
      </span>
      {hasSeveral && family !== null && <span className={styles.text}>{family.name}</span>}
      {words !== '' && <span className={styles.text}>{words}</span>}
      {target?.kind === 'job' && <span className={styles.link}>{text('notices_download')}</span>}
      {rule !== null && <span className={styles.rule}>{text('notices_from_rule', { name: rule })}</span>}
    </>
  )
  return (
    <li className={classNames(styles.row, isNew && styles.new)}>
      <span className={classNames(styles.icon, tone && styles[tone])}>
        <Icon name={icon} size={14} />
      </span>
      {openTarget === null ? (
        <div className={styles.words}>{content}</div>
      ) : (
        <button
          type="button"
          className={styles.words}
          onClick={() => {
            if (isNew) onRead?.()
            openTarget()
          }}
        >
          {content}
        </button>
      )}
      {isNew && onRead && (
        <IconButton
          icon="check"
          size="small"
          label={text('notices_mark', { name: title })}
          onClick={onRead}
        />
      )}
      {isNew && <span className={styles.dot} aria-hidden="true" />}
    </li>
  )
}
