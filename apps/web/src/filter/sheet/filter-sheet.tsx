import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { positionsQuery } from '../../portfolio/queries.ts'
import { Button } from '../../ui/display/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useCalculationCurrencies } from '../currency-menu.tsx'
import {
  isReset,
  type PortfolioFilter,
  resetFilter,
  selectedValues,
  toFilterBody,
  withList,
} from '../filter.ts'
import { type FilterKind, useFilterKinds } from '../filter-kinds.ts'
import { DateRange } from '../period/date-range.tsx'
import { useFilter } from '../use-filter.ts'
import styles from './filter-sheet.module.css'
import { CheckList, RadioList } from './filter-sheet-lists.tsx'
import { FilterSheetMain } from './filter-sheet-main.tsx'
import type { SheetView } from './sheet-view.ts'

interface FilterSheetProps {
  view: SheetView | null
  onView: (view: SheetView) => void
  onClose: () => void
}

/** The whole filter on phones. Changes apply with the button, which shows the number of matches. */
export function FilterSheet({ view, onView, onClose }: FilterSheetProps) {
  const text = useText()
  const { filter, change } = useFilter()
  const [draft, setDraft] = useState(filter)
  const isOpen = view !== null
  useEffect(() => {
    if (isOpen) setDraft(filter)
  }, [isOpen, filter])
  const kinds = useFilterKinds(draft.family)
  const kind = kinds.find(({ list }) => list === view)
  const { data } = useQuery({ ...positionsQuery(toFilterBody(draft), { limit: 1 }), enabled: isOpen })

  const apply = () => {
    change(draft)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={sheetTitle(view, kind, text)}
      subheader={
        view !== null &&
        view !== 'main' && (
          <div className={styles.back}>
            <Button variant="quiet" icon="chevron-left" onClick={() => onView('main')}>
              {text('back')}
            </Button>
          </div>
        )
      }
      footer={
        <>
          <Button variant="quiet" disabled={isReset(draft)} onClick={() => setDraft(resetFilter(draft))}>
            {text('filter_reset')}
          </Button>
          <Button variant="primary" size="large" className={styles.show} onClick={apply}>
            {data === undefined ? text('filter_show') : text('filter_show_positions', { count: data.count })}
          </Button>
        </>
      }
    >
      <SheetContent view={view ?? 'main'} kind={kind} draft={draft} onDraft={setDraft} onView={onView} />
    </Dialog>
  )
}

interface SheetContentProps {
  view: SheetView
  kind: FilterKind | undefined
  draft: PortfolioFilter
  onDraft: (draft: PortfolioFilter) => void
  onView: (view: SheetView) => void
}

function SheetContent({ view, kind, draft, onDraft, onView }: SheetContentProps) {
  const text = useText()
  const currencies = useCalculationCurrencies()
  if (kind !== undefined) {
    const choose = (values: readonly string[]) => onDraft(withList(draft, kind.list, values))
    return (
      <CheckList key={kind.list} kind={kind} chosen={selectedValues(draft, kind.list)} onChange={choose} />
    )
  }
  if (view === 'dates') {
    return (
      <DateRange
        period={draft.period}
        onChoose={period => {
          onDraft({ ...draft, period })
          onView('main')
        }}
      />
    )
  }
  if (view === 'currency') {
    return (
      <RadioList
        label={text('calculate_in')}
        options={currencies.map(({ code, name }) => ({ value: code, label: code, note: name }))}
        chosen={draft.currency}
        onChange={code => {
          const currency = currencies.find(one => one.code === code)?.code
          if (currency !== undefined) onDraft({ ...draft, currency })
        }}
      />
    )
  }
  return <FilterSheetMain draft={draft} onDraft={onDraft} onView={onView} />
}

function sheetTitle(
  view: SheetView | null,
  kind: FilterKind | undefined,
  text: ReturnType<typeof useText>,
): string {
  if (kind !== undefined) return kind.label
  if (view === 'dates') return text('period')
  return text(view === 'currency' ? 'calculate_in' : 'filter')
}
