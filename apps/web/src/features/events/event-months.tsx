import { useEventWords } from './event-words.ts'
import styles from './events.module.css'
import type { Statistics } from './use-events.ts'

/** The number of events by month, on a phone. The statistics below are the accessible alternative. */
export function EventMonths({ months }: { months: Statistics['period'] }) {
  const words = useEventWords()
  const most = Math.max(1, ...months.map(({ count }) => count))
  return (
    <div className={styles.months} aria-hidden="true">
      {months.map(({ period, count }) => (
        <span key={period} className={styles.month}>
          <span style={{ height: `${(count / most) * 70}%` }} />
          <span>{words.monthShort(period)}</span>
        </span>
      ))}
    </div>
  )
}
