import { useQuery } from '@tanstack/react-query'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { clientEntriesQuery, useChangeEntry } from '../../portfolio/clients/client-tasks.ts'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import styles from './notifications.module.css'

const maxTasks = 20

/** The open tasks about clients that are assigned to the user, for staff. */
export function InboxTasks() {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const { data } = useQuery(clientEntriesQuery({ mine: 'true', open: 'true', limit: maxTasks }))
  const change = useChangeEntry()
  if (data === undefined || data.count === 0) return null
  return (
    <ul aria-label={text('clients_my_tasks')} className={styles.works}>
      {data.data.map(({ id, text: words, family, due_date: due, is_overdue }) => (
        <li key={id} className={styles.row}>
          <Checkbox
            label={text('clients_task_done', { name: words })}
            isLabelHidden
            checked={false}
            disabled={change.isPending}
            onChange={() => change.mutate({ id, change: { is_done: true } })}
          />
          <button
            type="button"
            className={styles.words}
            onClick={() => void open({ kind: 'client', id: family.id })}
          >
            <b>{words}</b>
            <span className={classNames(styles.text, is_overdue && styles.loss)}>
              {family.name}
              {due !== null && ` · ${text('clients_due', { date: format.date(due) })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
