import { useSearch } from '@tanstack/react-router'
import { lazyComponent } from '../lib/browser/lazy-component.tsx'
import { useIsPrinting } from '../lib/browser/printing.ts'
import { useIsPhone } from '../lib/browser/use-media.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import chip from './chip.module.css'
import { CurrencyMenu } from './currency-menu.tsx'
import { isReset } from './filter.ts'
import styles from './filter-bar.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterLists } from './filter-lists.tsx'
import { FilterPrintSummary } from './filter-print-summary.tsx'
import { wantedPeriod } from './filter-url.ts'
import { PeriodControl } from './period/period-control.tsx'
import { usePeriodLabels } from './period/period-labels.ts'
import { TemplateMenu } from './templates/template-menu.tsx'
import { useFilter, useSavedFilter } from './use-filter.ts'
import { useFilterShortcut } from './use-filter-shortcut.ts'
import { useFilterSync } from './use-filter-sync.ts'
import { foldSteps, useFoldLevel } from './use-fold-level.ts'
import { hasFigures } from './valid-values.ts'

interface FilterBarProps {
  /** False where figures have a range of their own, as events do. */
  hasPeriod?: boolean
}

/** The filter bar of every screen with figures. */
export function FilterBar({ hasPeriod = true }: FilterBarProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const bar = useFilterShortcut<HTMLElement>()
  useFilterSync()
  const { filter } = useFilter()
  const labels = usePeriodLabels()
  // Here and not in the controls: effects of children run before the bar has its element.
  const level = useFoldLevel(
    bar,
    JSON.stringify([filter.filters, labels.button(filter.period), text('filter')]),
    !isPhone,
  )
  return (
    <>
      {useIsPrinting() && <FilterPrintSummary />}
      <search ref={bar} className={styles.bar} aria-label={text('filter')}>
        {isPhone ? <FilterChips hasPeriod={hasPeriod} /> : <FilterControls {...{ level, hasPeriod }} />}
      </search>
      {useIsUnusualPeriod() && hasPeriod && <PeriodNote />}
    </>
  )
}

/** Loaded for chosen dates and for periods without figures. */
const PeriodNote = lazyComponent(() => import('./period/period-note.tsx').then(module => module.PeriodNote))

function useIsUnusualPeriod(): boolean {
  const saved = useSavedFilter()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const { date_picker_range: days } = useSettingsData().lists
  const period = wantedPeriod(search, saved)
  return period.start_date !== null || period.end_date !== null || !hasFigures(period, days)
}

interface FilterControlsProps {
  /** How many folding steps the bar needs. */
  level: number
  hasPeriod: boolean
}

/** Folds step by step before anything overflows; reset and currency always stay. */
function FilterControls({ level, hasPeriod }: FilterControlsProps) {
  const text = useText()
  const { filter, change, reset } = useFilter()
  const isFolded = (step: (typeof foldSteps)[number]) => level >= foldSteps.indexOf(step)
  return (
    <>
      <TemplateMenu isIconOnly={isFolded('template')} />
      {hasPeriod && (
        <PeriodControl
          period={filter.period}
          onChange={period => change({ ...filter, period })}
          isFolded={isFolded('periods')}
        />
      )}
      <span className={styles.divider} />
      <FilterLists
        fold={isFolded('all') ? 'all' : isFolded('unused') ? 'unused' : 'none'}
        isShort={isFolded('values')}
      />
      <span className={styles.spacer} />
      <button type="button" className={chip.chip} disabled={isReset(filter)} onClick={reset}>
        {text('filter_reset')}
      </button>
      <CurrencyMenu currency={filter.currency} onChange={currency => change({ ...filter, currency })} />
    </>
  )
}
