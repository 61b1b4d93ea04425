import { useState } from 'react'
import { lazyPart } from '../lib/browser/lazy-part.tsx'
import { useText } from '../lib/i18n/i18n.ts'
import { RichText } from '../lib/i18n/rich-text.tsx'
import type { SheetView } from '../receipt/sheet-view.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import chip from './chip.module.css'
import { countNarrowing, listOf } from './filter.ts'
import { chosenWords, useFilterKinds } from './filter-kinds.ts'
import { usePeriodWords } from './period/period-words.ts'
import { TemplateMenu } from './templates/template-menu.tsx'
import { useFilter } from './use-filter.ts'

/** Fetched with the first press: most visits look at figures and change nothing. */
const FilterSheet = lazyPart(() => import('./sheet/filter-sheet.tsx').then(part => part.FilterSheet))

/** The filter on a phone: what it says as chips; each opens the sheet where it is chosen. */
export function FilterChips() {
  const text = useText()
  const words = usePeriodWords()
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const [view, setView] = useState<SheetView | null>(null)
  // What was opened once stays, so that it can be closed with its movement.
  const [isWanted, setIsWanted] = useState(false)
  const narrowing = countNarrowing(filter)
  const open = (next: SheetView) => {
    setIsWanted(true)
    setView(next)
  }
  // Those that narrow come first: what is not seen is not known.
  const inOrder = kinds.toSorted(
    (one, other) =>
      Math.min(1, listOf(filter, other.list).length) - Math.min(1, listOf(filter, one.list).length),
  )
  return (
    <>
      <button type="button" className={classNames(chip.chip, chip.box)} onClick={() => open('main')}>
        <Icon name="filter" size={14} />
        <b>{text('filter')}</b>
        {narrowing > 0 && <span>{narrowing}</span>}
      </button>
      <button
        type="button"
        className={classNames(chip.chip, chip.on)}
        aria-label={`${text('period')}: ${words.name(filter.period)}`}
        onClick={() => open('main')}
      >
        <b>{words.name(filter.period)}</b>
        <Icon name="chevron-down" size={12} />
      </button>
      <button type="button" className={classNames(chip.chip, chip.box)} onClick={() => open('currency')}>
        <span>
          <RichText text="calculate_in_short" values={{ currency: <b>{filter.currency}</b> }} />
        </span>
      </button>
      {inOrder.map(kind => {
        const chosen = listOf(filter, kind.list)
        return (
          <button
            key={kind.list}
            type="button"
            className={classNames(chip.chip, chosen.length > 0 ? chip.on : chip.box)}
            onClick={() => open(kind.list)}
          >
            {kind.label} <b>{chosenWords(kind, chosen, text)}</b>
          </button>
        )
      })}
      <TemplateMenu />
      {isWanted && <FilterSheet view={view} onView={setView} onClose={() => setView(null)} />}
    </>
  )
}
