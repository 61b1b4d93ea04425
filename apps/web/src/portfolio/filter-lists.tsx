import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { listOf, withList } from './filter.ts'
import { FilterChip } from './filter-chip.tsx'
import { chosenWords, useFilterKinds } from './filter-kinds.ts'
import type { MultiSelectProps } from './multi-select.tsx'
import { useFilter } from './use-filter.ts'

/** Once it is there it stays, for every bar that is drawn after this one. */
let loaded: ComponentType<MultiSelectProps> | null = null

/**
 * The lists of the filter. What opens under them is a large part of the code and not needed to show the
 * figures, so it is fetched after them; a press that comes before it opens its list when it is there.
 */
export function FilterLists() {
  const text = useText()
  const { filter, change } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const MultiSelect = useMultiSelect()
  const [pressed, setPressed] = useState<string | null>(null)
  return kinds.map(kind => {
    const chosen = listOf(filter, kind.list)
    if (MultiSelect === null) {
      return (
        <FilterChip
          key={kind.list}
          label={kind.label}
          value={chosenWords(kind, chosen, text)}
          isNarrowing={chosen.length > 0}
          aria-haspopup="listbox"
          onClick={() => setPressed(kind.list)}
        />
      )
    }
    return (
      <MultiSelect
        key={kind.list}
        kind={kind}
        chosen={chosen}
        isOpenAtFirst={pressed === kind.list}
        onChange={values => change(withList(filter, kind.list, values))}
      />
    )
  })
}

function useMultiSelect(): ComponentType<MultiSelectProps> | null {
  const [part, setPart] = useState({ Component: loaded })
  useEffect(() => {
    if (loaded !== null) return
    let isDrawn = true
    import('./multi-select.tsx').then(
      ({ MultiSelect }) => {
        loaded = MultiSelect
        if (isDrawn) setPart({ Component: MultiSelect })
      },
      // Without it the chips go on saying what is chosen; the next screen tries again.
      () => undefined,
    )
    return () => {
      isDrawn = false
    }
  }, [])
  return part.Component
}
