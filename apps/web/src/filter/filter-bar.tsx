import { useIsPrinting } from '../lib/browser/printing.ts'
import { useIsPhone } from '../lib/browser/use-media.ts'
import { useText } from '../lib/i18n/i18n.ts'
import chip from './chip.module.css'
import { CurrencyMenu } from './currency-menu.tsx'
import { isReset } from './filter.ts'
import styles from './filter-bar.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterLists } from './filter-lists.tsx'
import { FilterPrintSummary } from './filter-print-summary.tsx'
import { PeriodControl } from './period/period-control.tsx'
import { PeriodNote } from './period/period-note.tsx'
import { TemplateMenu } from './templates/template-menu.tsx'
import { useFilter } from './use-filter.ts'
import { useFilterShortcut } from './use-filter-shortcut.ts'
import { useFilterSync } from './use-filter-sync.ts'

/** The filter bar of every screen with figures. */
export function FilterBar() {
  const text = useText()
  const isPhone = useIsPhone()
  const bar = useFilterShortcut<HTMLElement>()
  useFilterSync()
  return (
    <>
      {useIsPrinting() && <FilterPrintSummary />}
      <search ref={bar} className={styles.bar} aria-label={text('filter')}>
        {isPhone ? <FilterChips /> : <FilterControls />}
      </search>
      <PeriodNote />
    </>
  )
}

function FilterControls() {
  const text = useText()
  const { filter, change, reset } = useFilter()
  return (
    <>
      <TemplateMenu />
      <PeriodControl period={filter.period} onChange={period => change({ ...filter, period })} />
      <span className={styles.divider} />
      <FilterLists />
      <span className={styles.spacer} />
      <button type="button" className={chip.chip} disabled={isReset(filter)} onClick={reset}>
        {text('filter_reset')}
      </button>
      <CurrencyMenu currency={filter.currency} onChange={currency => change({ ...filter, currency })} />
    </>
  )
}
