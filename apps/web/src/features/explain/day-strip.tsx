import { figureTone } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './explain.module.css'
import type { Explanation } from './use-explanation.ts'

interface DayStripProps {
  daily: Explanation['daily']
  onDays: (from: string, to: string) => void
}

/** More bars would be too thin to tap. */
const maxBars = 130

/** A bar for each day of the range. Clicking one explains that day. */
export function DayStrip({ daily, onDays }: DayStripProps) {
  const text = useText()
  const format = useFormat()
  const most = Math.max(...daily.map(({ pnl_abs_total: pnl }) => Math.abs(pnl ?? 0)), 1e-9)
  const up = daily.filter(({ pnl_abs_total: pnl }) => figureTone(pnl) === 'gain').length
  const down = daily.filter(({ pnl_abs_total: pnl }) => figureTone(pnl) === 'loss').length
  const first = daily[0]
  const last = daily.at(-1)
  return (
    <figure className={styles.strip} aria-label={text('explain_days')}>
      {daily.length <= maxBars && (
        <div className={styles.bars}>
          {daily.map(({ date, pnl_abs_total: pnl }) => {
            const share = ((pnl ?? 0) / most) * 50
            return (
              <button
                key={date}
                type="button"
                className={styles.day}
                title={`${format.weekday(date)}: ${format.amount(pnl, { sign: 'always' })}`}
                aria-label={text('explain_open_day', { date: format.weekday(date) })}
                onClick={() => onDays(date, date)}
              >
                <span
                  className={share < 0 ? styles.down : styles.up}
                  style={{
                    height: `max(1px, ${Math.abs(share)}%)`,
                    ...(share < 0 ? { top: '50%' } : { bottom: '50%' }),
                  }}
                />
              </button>
            )
          })}
        </div>
      )}
      <figcaption className={styles.stripNote}>
        <span>{first && format.day(first.date)}</span>
        <span>{text('explain_days_note', { up, down })}</span>
        <span>{last && format.day(last.date)}</span>
      </figcaption>
    </figure>
  )
}
