import { useText } from '../../lib/i18n/i18n.ts'
import styles from './chart-legend.module.css'
import type { ChartSeries } from './chart-series.ts'

interface ChartLegendProps {
  entries: readonly (Pick<ChartSeries, 'key' | 'label' | 'colour' | 'isDashed'> & { isShown: boolean })[]
  onToggle: (key: string) => void
}

/** The names of the series; a press toggles one. The last visible one cannot be hidden. */
export function ChartLegend({ entries, onToggle }: ChartLegendProps) {
  const text = useText()
  const shown = entries.filter(entry => entry.isShown)
  return (
    <fieldset className={styles.legend} aria-label={text('chart_series')}>
      {entries.map(({ key, label, colour, isDashed = false, isShown }) => (
        <button
          key={key}
          type="button"
          className={styles.entry}
          aria-pressed={isShown}
          aria-disabled={(isShown && shown.length === 1) || undefined}
          onClick={() => (isShown && shown.length === 1 ? undefined : onToggle(key))}
        >
          <svg width="14" height="3" aria-hidden="true">
            <path
              d="M0 1.5h14"
              style={{ stroke: isShown ? colour : 'var(--line-3)' }}
              strokeWidth="2"
              strokeDasharray={isDashed ? '3 2' : undefined}
            />
          </svg>
          {label}
        </button>
      ))}
    </fieldset>
  )
}
