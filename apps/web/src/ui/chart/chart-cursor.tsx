import styles from './chart.module.css'
import type { BarPlot, LinePlot } from './plot.ts'
import type { Range } from './use-cursor.ts'

/** The crosshair: a hairline through the panel, a bob on the time axis, and a ring on the line. */
export function Crosshair({ plot, index }: { plot: LinePlot | BarPlot; index: number }) {
  const x = plot.xs[index]
  if (x === undefined) return null
  const { bottom } = plot.heights
  // Stacked charts mark every edge, others the leading line only.
  const lines = plot.kind === 'lines' ? (plot.bands.length > 0 ? plot.lines : plot.lines.slice(0, 1)) : []
  return (
    <g>
      <path d={`M${x} 4V${bottom - 6}`} className={styles.cord} />
      <path d={`M${x - 3.5} ${bottom - 8}h7v3.5l-3.5 5.5-3.5-5.5Z`} className={styles.bob} />
      {lines.map(({ series }) => {
        const value = series.values[index] ?? null
        return (
          value !== null && (
            <circle
              key={series.key}
              cx={x}
              cy={plot.up.y(value)}
              r="4"
              className={styles.ring}
              style={{ stroke: series.colour }}
            />
          )
        )
      })}
    </g>
  )
}

/** The highlighted range between two stops. */
export function RangeBand({ plot, range }: { plot: LinePlot | BarPlot; range: Range }) {
  const half = plot.kind === 'bars' ? plot.across.step / 2 : 0
  const from = (plot.xs[range.from] ?? 0) - half
  const to = (plot.xs[range.to] ?? 0) + half
  const { top, bottom } = plot.heights
  return (
    <g>
      <rect x={from} y={top} width={Math.max(1, to - from)} height={bottom - top} className={styles.range} />
      <path d={`M${from} ${top}V${bottom}M${to} ${top}V${bottom}`} className={styles.rangeEdge} />
    </g>
  )
}
