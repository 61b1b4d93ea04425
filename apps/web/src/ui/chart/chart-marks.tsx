import { linePath, placeBars } from '@plumbline/charts'
import { memo } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { classNames } from '../class-names.ts'
import styles from './chart.module.css'
import type { ChartFormat } from './chart-format.ts'
import type { ChartSeries, Stop } from './chart-series.ts'
import { type BarPlot, type LinePlot, type Plot, tagLetterPx } from './plot.ts'
import { snapToPixel } from './snap-to-pixel.ts'

const Markers = lazyComponent(() => import('./chart-markers.tsx').then(module => module.Markers))

/** The static marks, which do not re-render while the crosshair moves. */
export const ChartMarks = memo(function ChartMarks(props: {
  plot: LinePlot | BarPlot
  series: readonly ChartSeries[]
  stops: readonly Stop[]
  format: ChartFormat
}) {
  const { plot, series, stops, format } = props
  return (
    <>
      <Axes plot={plot} format={format} />
      {plot.kind === 'lines' ? (
        <Lines plot={plot} format={format} />
      ) : (
        <Bars plot={plot} series={series[0]} stops={stops} />
      )}
    </>
  )
})

/** Value labels on the right next to the newest point, dates below, grid lines and no frame. */
function Axes({ plot, format }: { plot: Plot; format: ChartFormat }) {
  const { sides, heights, valueTicks, timeTicks } = plot
  const step = Math.abs((valueTicks[1]?.value ?? 1) - (valueTicks[0]?.value ?? 0))
  return (
    <g>
      {valueTicks.map(({ value, y, isLabelled }) => (
        <g key={value}>
          <path
            d={`M${sides.left} ${snapToPixel(y)}H${sides.right}`}
            className={value === 0 ? styles.zero : styles.grid}
          />
          {isLabelled && (
            <text x={sides.right + 8} y={y + 4} className={styles.text}>
              {format.tick(value, step)}
            </text>
          )}
        </g>
      ))}
      <path d={`M${sides.left} ${snapToPixel(heights.bottom)}H${sides.right}`} className={styles.axis} />
      {timeTicks.map(tick => (
        <g key={tick.day}>
          {!tick.isAtEdge && (
            <path d={`M${snapToPixel(tick.x)} ${heights.bottom}v4`} className={styles.axis} />
          )}
          <text x={tick.x} y={heights.bottom + 17} textAnchor={tick.anchor} className={styles.text}>
            {format.date(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}

function Lines({ plot, format }: { plot: LinePlot; format: ChartFormat }) {
  const { lines, area, last } = plot
  const [leading, ...others] = lines
  return (
    <g>
      {plot.bands.map((band, rank) => (
        <path
          key={lines[rank]?.series.key}
          d={band}
          className={styles.band}
          style={{ fill: lines[rank]?.series.colour }}
        />
      ))}
      {area !== null && (
        <>
          <path d={area.above} className={styles.areaAbove} style={{ fill: leading?.series.colour }} />
          <path d={area.below} className={styles.areaBelow} />
        </>
      )}
      {others.map(({ series, places }) => (
        <path
          key={series.key}
          d={linePath(places)}
          className={classNames(styles.line, series.isDashed && styles.dashed)}
          style={{ stroke: series.colour }}
        />
      ))}
      {leading && (
        <path
          d={linePath(leading.places)}
          className={classNames(styles.line, styles.leading)}
          style={{ stroke: leading.series.colour }}
        />
      )}
      {others.map(
        ({ series, label }) =>
          label && (
            <text
              key={series.key}
              x={label.x}
              y={label.y + 4}
              textAnchor="middle"
              className={styles.label}
              style={{ fill: series.colour }}
            >
              {series.label}
            </text>
          ),
      )}
      {plot.markers.length > 0 && <Markers plot={plot} />}
      {last !== null && leading && (
        <>
          <circle cx={last.x} cy={last.y} r="3" style={{ fill: leading.series.colour }} />
          <Tag
            x={plot.sides.right + 4}
            y={last.y}
            label={format.tag(last.value)}
            colour={leading.series.colour}
          />
        </>
      )}
    </g>
  )
}

/** The colour of the main series has a text colour of its own; tags of others are outlined. */
const mainColour = 'var(--series)'

function Tag({ x, y, label, colour }: { x: number; y: number; label: string; colour: string }) {
  const isMain = colour === mainColour
  return (
    <g>
      <rect
        x={x}
        y={y - 9}
        width={label.length * tagLetterPx + 10}
        height="18"
        rx="4"
        className={isMain ? styles.tag : styles.outlinedTag}
        style={isMain ? undefined : { stroke: colour }}
      />
      <text x={x + 4} y={y + 4} className={isMain ? styles.tagText : styles.outlinedTagText}>
        {label}
      </text>
    </g>
  )
}

function Bars({
  plot,
  series,
  stops,
}: {
  plot: BarPlot
  series: ChartSeries | undefined
  stops: readonly Stop[]
}) {
  const bars = stops.map((stop, index) => ({ ...stop, value: series?.values[index] ?? null }))
  return (
    <g>
      {placeBars(bars, plot.across, plot.up).map(({ index, x, y, width, height, isNegative }) => (
        <rect
          key={index}
          x={x}
          y={y}
          width={width}
          height={height}
          className={isNegative ? styles.loss : styles.gain}
        />
      ))}
    </g>
  )
}
