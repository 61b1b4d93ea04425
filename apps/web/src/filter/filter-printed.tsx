import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { listOf } from './filter.ts'
import styles from './filter-bar.module.css'
import { useFilterKinds } from './filter-kinds.ts'
import { usePeriodWords } from './period/period-words.ts'
import { useFilter } from './use-filter.ts'

/** On paper, in the place of the filter bar: whose figures these are, and what they are narrowed to. */
export function FilterPrinted() {
  const text = useText()
  const format = useFormat()
  const periods = usePeriodWords()
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const { settings, lists } = useSettingsData()
  const family =
    filter.family === undefined
      ? (settings.family?.name ?? text('all_families'))
      : ((lists.families ?? []).find(({ id }) => id === filter.family)?.name ?? text('all_families'))
  const narrowed = kinds.flatMap(({ list, label, options }) => {
    const chosen = listOf(filter, list)
    if (chosen.length === 0) return []
    const names = chosen.map(value => options.find(option => option.value === value)?.label ?? value)
    return [`${label}: ${names.join(', ')}`]
  })
  const currency = filter.currency ?? settings.currency
  const words = [family, periods.name(filter.period), currency, ...narrowed, format.moment(new Date())]
  return <p className={styles.printed}>{words.join(' · ')}</p>
}
