import { useState } from 'react'
import { lazyComponent } from '../lib/browser/lazy-component.tsx'
import { useText } from '../lib/i18n/i18n.ts'
import { RichText } from '../lib/i18n/rich-text.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import chip from './chip.module.css'
import { countActiveLists, selectedValues } from './filter.ts'
import { selectionLabel, useFilterKinds } from './filter-kinds.ts'
import { usePeriodLabels } from './period/period-labels.ts'
import type { SheetView } from './sheet/sheet-view.ts'
import { TemplateMenu } from './templates/template-menu.tsx'
import { useFilter } from './use-filter.ts'

/** Loaded on the first press: most visits change no filter. */
const FilterSheet = lazyComponent(() => import('./sheet/filter-sheet.tsx').then(module => module.FilterSheet))

/** The filter on phones: a chip per list, each opening the filter sheet. */
export function FilterChips({ hasPeriod }: { hasPeriod: boolean }) {
  const text = useText()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const [view, setView] = useState<SheetView | null>(null)
  // Stays mounted once opened, so that its closing animation plays.
  const [isWanted, setIsWanted] = useState(false)
  const activeLists = countActiveLists(filter)
  const open = (next: SheetView) => {
    setIsWanted(true)
    setView(next)
  }
  // Active filters come first, as the row scrolls.
  const inOrder = kinds.toSorted(
    (one, other) =>
      Math.min(1, selectedValues(filter, other.list).length) -
      Math.min(1, selectedValues(filter, one.list).length),
  )
  return (
    <>
      <button type="button" className={classNames(chip.chip, chip.box)} onClick={() => open('main')}>
        <Icon name="filter" size={14} />
        <b>{text('filter')}</b>
        {activeLists > 0 && <span>{activeLists}</span>}
      </button>
      {hasPeriod && (
        <button
          type="button"
          className={classNames(chip.chip, chip.on)}
          aria-label={`${text('period')}: ${labels.name(filter.period)}`}
          onClick={() => open('main')}
        >
          <b>{labels.name(filter.period)}</b>
          <Icon name="chevron-down" size={12} />
        </button>
      )}
      <button type="button" className={classNames(chip.chip, chip.box)} onClick={() => open('currency')}>
        <span>
          <RichText text="calculate_in_short" values={{ currency: <b>{filter.currency}</b> }} />
        </span>
      </button>
      {inOrder.map(kind => {
        const chosen = selectedValues(filter, kind.list)
        return (
          <button
            key={kind.list}
            type="button"
            className={classNames(chip.chip, chosen.length > 0 ? chip.on : chip.box)}
            onClick={() => open(kind.list)}
          >
            {kind.label} <b>{selectionLabel(kind, chosen, text)}</b>
          </button>
        )
      })}
      <TemplateMenu />
      {isWanted && <FilterSheet view={view} onView={setView} onClose={() => setView(null)} />}
    </>
  )
}
