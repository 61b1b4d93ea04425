import type { Basis } from '@plumbline/contract'
import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { selectedValues } from './filter.ts'
import styles from './filter-bar.module.css'
import { useFilterKinds } from './filter-kinds.ts'
import { formatDateRange, usePeriodLabels } from './period/period-labels.ts'
import { useFilter } from './use-filter.ts'
import { useShownBasis } from './use-shown-basis.ts'

/** Replaces the filter bar in print: family, period, currency and active filters of the screen. */
export function FilterPrintSummary() {
  const periods = usePeriodLabels()
  const { filter, body } = useFilter()
  return <PrintSummary basis={useShownBasis(body)} period={periods.name(filter.period)} />
}

/** Says in print what the figures of a dialog are of. The page behind, with its summary, is not printed. */
export function DialogPrintSummary({ basis }: { basis: Basis | undefined }) {
  const text = useText()
  const format = useFormat()
  const periods = usePeriodLabels()
  const { filter } = useFilter()
  const { start_date: from = null, end_date: to = null } = basis ?? {}
  const dates = from === null || to === null ? null : formatDateRange(from, to, text, format)
  return <PrintSummary basis={basis} period={dates ?? periods.name(filter.period)} />
}

function PrintSummary({ basis, period }: { basis: Basis | undefined; period: string }) {
  const text = useText()
  const format = useFormat()
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const { settings, lists } = useSettingsData()
  const chosen =
    filter.family === undefined
      ? settings.family?.name
      : (lists.families ?? []).find(({ id }) => id === filter.family)?.name
  const family = (basis === undefined ? chosen : basis.family?.name) ?? text('all_families')
  const activeFilters = kinds.flatMap(({ list, label, options }) => {
    const values = selectedValues(filter, list)
    if (values.length === 0) return []
    const names = values.map(value => options.find(option => option.value === value)?.label ?? value)
    return [`${label}: ${names.join(', ')}`]
  })
  const entries = [
    family,
    period,
    ...(basis === undefined ? [] : [text('as_of', { date: format.date(basis.as_of) })]),
    basis?.currency ?? filter.currency ?? settings.currency,
    ...activeFilters,
    format.moment(new Date()),
  ]
  return <p className={styles.printed}>{entries.join(' · ')}</p>
}
