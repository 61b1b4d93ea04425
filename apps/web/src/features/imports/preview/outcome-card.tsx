import { useText } from '../../../lib/i18n/i18n.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../mapping/mapping.module.css'
import type { ImportFile } from '../use-imports.ts'

type Outcome = NonNullable<ImportFile['outcome']>

/** What the columns make of the rows: problems with their lines, ignored rows, and rows that are ready. */
export function OutcomeCard({ outcome }: { outcome: Outcome }) {
  const text = useText()
  return (
    <ul className={styles.outcome} aria-live="polite">
      {outcome.problems.map(({ message, count, lines }) => (
        <li key={message}>
          <Icon name="alert" size={14} className={styles.warn} />
          <span>
            <b>{text('imports_rows', { count })}</b>: {message}
          </span>
          <span className={styles.quiet}>{lines.join(', ')}</span>
        </li>
      ))}
      {outcome.skipped_count > 0 && (
        <li>
          <Icon name="info" size={14} className={styles.quiet} />
          <span>{text('imports_outcome_skipped', { count: outcome.skipped_count })}</span>
        </li>
      )}
      <li>
        <Icon name="check" size={14} className={styles.good} />
        <span>{text('imports_outcome_ready', { count: outcome.ready_count })}</span>
      </li>
    </ul>
  )
}
