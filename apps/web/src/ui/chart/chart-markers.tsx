import { classNames } from '../class-names.ts'
import styles from './chart.module.css'
import { type LinePlot, markerAnchor } from './plot.ts'
import { snapToPixel } from './snap-to-pixel.ts'

/** Trades on the line, payments at the bottom (up for inflows, down for outflows), and splits as dashed rules. */
export function Markers({ plot: { markers, sides, heights } }: { plot: LinePlot }) {
  return markers.map(({ marker, x, y, labelY }) => (
    <g key={marker.key}>
      {marker.place === 'rule' ? (
        <path d={`M${snapToPixel(x)} ${y}V${heights.bottom}`} className={styles.rule} />
      ) : (
        <path
          d={marker.direction === 'up' ? `M${x - 4} ${y + 3.5}h8l-4 -7Z` : `M${x - 4} ${y - 3.5}h8l-4 7Z`}
          className={classNames(
            styles.marker,
            marker.place === 'line' ? styles.trade : styles[`flow-${marker.direction}`],
          )}
        >
          <title>{marker.label}</title>
        </path>
      )}
      {labelY !== null && (
        <text
          x={x}
          y={labelY}
          textAnchor={markerAnchor(x, sides)}
          className={classNames(styles.label, styles.markerLabel)}
        >
          {marker.label}
        </text>
      )}
    </g>
  ))
}
