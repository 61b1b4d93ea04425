import { useText } from '../../lib/i18n/i18n.ts'
import styles from './chart.module.css'
import type { BarPlot, LinePlot } from './plot.ts'
import type { Range } from './use-cursor.ts'

/** Shades the days whose values leave out what has no price or rate. */
export function PartialBands({ plot, ranges }: { plot: LinePlot | BarPlot; ranges: readonly Range[] }) {
  const text = useText()
  const { top, bottom } = plot.heights
  return ranges.map(({ from, to }) => {
    const left = plot.xs[from] ?? 0
    const right = plot.xs[to] ?? left
    return (
      <rect
        key={from}
        x={left}
        y={top}
        width={Math.max(1, right - left)}
        height={bottom - top}
        className={styles.partial}
      >
        <title>{text('positions_partial_note')}</title>
      </rect>
    )
  })
}
