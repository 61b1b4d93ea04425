import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { selectedValues } from './filter.ts'
import styles from './filter-bar.module.css'
import { useFilterKinds } from './filter-kinds.ts'
import { usePeriodLabels } from './period/period-labels.ts'
import { useFilter } from './use-filter.ts'

/** Replaces the filter bar in print: family, period, currency and active filters. */
export function FilterPrintSummary() {
  const text = useText()
  const format = useFormat()
  const periods = usePeriodLabels()
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const { settings, lists } = useSettingsData()
  const family =
    filter.family === undefined
      ? (settings.family?.name ?? text('all_families'))
      : ((lists.families ?? []).find(({ id }) => id === filter.family)?.name ?? text('all_families'))
  const activeFilters = kinds.flatMap(({ list, label, options }) => {
    const chosen = selectedValues(filter, list)
    if (chosen.length === 0) return []
    const names = chosen.map(value => options.find(option => option.value === value)?.label ?? value)
    return [`${label}: ${names.join(', ')}`]
  })
  const currency = filter.currency ?? settings.currency
  const last = lists.date_picker_range?.max ?? null
  const end = filter.period.end_date
  const asOf = last === null ? null : end !== null && end < last ? end : last
  const dated = asOf === null ? [] : [text('as_of', { date: format.date(asOf) })]
  const entries = [
    family,
    periods.name(filter.period),
    ...dated,
    currency,
    ...activeFilters,
    format.moment(new Date()),
  ]
  return <p className={styles.printed}>{entries.join(' · ')}</p>
}
