import { useSearch } from '@tanstack/react-router'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Note } from '../../ui/display/note.tsx'
import { wantedPeriod } from '../filter-url.ts'
import { useSavedFilter } from '../use-filter.ts'
import { hasFigures } from '../valid-values.ts'
import { usePeriodLabels } from './period-labels.ts'
import styles from './period-note.module.css'

/** States that a period without figures was replaced, or which days of chosen dates have figures. */
export function PeriodNote() {
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  const saved = useSavedFilter()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const { date_picker_range: days } = useSettingsData().lists
  if (days === undefined || days.min === null || days.max === null) return null
  const period = wantedPeriod(search, saved)
  const { start_date: start, end_date: end } = period
  const [first, last] = [days.min, days.max]
  if (!hasFigures(period, days))
    return (
      <div className={styles.note}>
        <Note tone="warn" isAlert>
          {text('period_replaced', {
            period: labels.name(period),
            first: format.date(first),
            last: format.date(last),
          })}
        </Note>
      </div>
    )
  const isClipped = (start !== null && start < first) || (end !== null && end > last)
  if (!isClipped) return null
  const from = start === null || start < first ? first : start
  const to = end === null || end > last ? last : end
  return (
    <div className={styles.note}>
      <Note>{text('period_clipped', { from: format.date(from), to: format.date(to) })}</Note>
    </div>
  )
}
