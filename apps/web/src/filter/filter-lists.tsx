import { laterPart } from '../lib/browser/later-part.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { plainTrigger, useLaterTrigger } from '../ui/overlay/use-later-trigger.ts'
import { listOf, withList } from './filter.ts'
import { FilterChip } from './filter-chip.tsx'
import { chosenWords, useFilterKinds } from './filter-kinds.ts'
import type { MultiSelectProps } from './multi-select.tsx'
import { useFilter } from './use-filter.ts'

/** What opens under the lists is a large part of the code and not needed to show the figures. */
export const multiSelect = laterPart(() => import('./multi-select.tsx'))

/** The lists of the filter. */
export function FilterLists() {
  const { filter, change } = useFilter()
  const kinds = useFilterKinds(filter.family)
  return kinds.map(kind => (
    <FilterList
      key={kind.list}
      kind={kind}
      chosen={listOf(filter, kind.list)}
      onChange={values => change(withList(filter, kind.list, values))}
    />
  ))
}

function FilterList(props: Omit<MultiSelectProps, 'isOpenAtFirst'>) {
  const { kind, chosen } = props
  const text = useText()
  const { module: parts, isOpenAtFirst, handlers } = useLaterTrigger(multiSelect)
  if (parts !== null) return <parts.MultiSelect {...props} isOpenAtFirst={isOpenAtFirst} />
  return plainTrigger(
    <FilterChip label={kind.label} value={chosenWords(kind, chosen, text)} isNarrowing={chosen.length > 0} />,
    handlers,
    { 'aria-haspopup': 'listbox', 'aria-expanded': false },
  )
}
