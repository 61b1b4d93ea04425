import { lazyChunk } from '../lib/browser/lazy-chunk.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { plainTrigger, useLazyTrigger } from '../ui/overlay/use-lazy-trigger.ts'
import { selectedValues, withList } from './filter.ts'
import { FilterChip } from './filter-chip.tsx'
import { selectionLabel, useFilterKinds } from './filter-kinds.ts'
import type { MultiSelectProps } from './multi-select.tsx'
import { useFilter } from './use-filter.ts'

/** The popups are a large share of the code and not needed to show figures. */
export const multiSelect = lazyChunk(() => import('./multi-select.tsx'))

/** The filter lists of the bar. */
export function FilterLists() {
  const { filter, change } = useFilter()
  const kinds = useFilterKinds(filter.family)
  return kinds.map(kind => (
    <FilterList
      key={kind.list}
      kind={kind}
      chosen={selectedValues(filter, kind.list)}
      onChange={values => change(withList(filter, kind.list, values))}
    />
  ))
}

function FilterList(props: Omit<MultiSelectProps, 'isOpenAtFirst'>) {
  const { kind, chosen } = props
  const text = useText()
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(multiSelect)
  if (loaded !== null) return <loaded.MultiSelect {...props} isInitiallyOpen={isInitiallyOpen} />
  return plainTrigger(
    <FilterChip
      label={kind.label}
      value={selectionLabel(kind, chosen, text)}
      isNarrowing={chosen.length > 0}
    />,
    handlers,
    { 'aria-haspopup': 'listbox', 'aria-expanded': false },
  )
}
