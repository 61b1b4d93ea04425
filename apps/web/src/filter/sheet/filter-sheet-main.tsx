import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import chip from '../chip.module.css'
import { namedPeriod, type PortfolioFilter, periodNames, selectedValues } from '../filter.ts'
import { selectionLabel, useFilterKinds } from '../filter-kinds.ts'
import { usePeriodLabels } from '../period/period-labels.ts'
import styles from './filter-sheet.module.css'
import type { SheetView } from './sheet-view.ts'

interface FilterSheetMainProps {
  draft: PortfolioFilter
  onDraft: (draft: PortfolioFilter) => void
  onView: (view: SheetView) => void
}

/** All filters, one row each. */
export function FilterSheetMain({ draft, onDraft, onView }: FilterSheetMainProps) {
  const text = useText()
  const labels = usePeriodLabels()
  const kinds = useFilterKinds(draft.family)
  const isNamed = periodNames.some(name => name === draft.period.name)
  return (
    <>
      <div className={styles.label}>{text('period')}</div>
      <fieldset className={styles.periods} aria-label={text('period')}>
        {periodNames.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={draft.period.name === name}
            className={classNames(chip.chip, styles.period, draft.period.name === name ? chip.on : chip.box)}
            onClick={() => onDraft({ ...draft, period: namedPeriod(name) })}
          >
            <b>{text(`period_${name}`)}</b>
          </button>
        ))}
        <button
          type="button"
          className={classNames(chip.chip, styles.period, isNamed ? chip.box : chip.on)}
          onClick={() => onView('dates')}
        >
          {isNamed ? `${text('period_dates')}…` : <b>{labels.name(draft.period)}</b>}
        </button>
      </fieldset>
      {kinds.map(kind => {
        const chosen = selectedValues(draft, kind.list)
        const all = text('filter_all_of', { count: kind.options.length })
        return (
          <Row
            key={kind.list}
            label={kind.label}
            value={chosen.length === 0 ? all : selectionLabel(kind, chosen, text)}
            isNarrowing={chosen.length > 0}
            onOpen={() => onView(kind.list)}
          />
        )
      })}
      <Row label={text('calculate_in')} value={draft.currency ?? ''} onOpen={() => onView('currency')} />
    </>
  )
}

interface RowProps {
  label: string
  value: string
  isNarrowing?: boolean
  onOpen: () => void
}

function Row({ label, value, isNarrowing = false, onOpen }: RowProps) {
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span>{label}</span>
      <span className={classNames(styles.value, isNarrowing && styles.narrowing)}>{value}</span>
      <Icon name="chevron-right" size={14} />
    </button>
  )
}
