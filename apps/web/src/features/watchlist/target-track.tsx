import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Missing } from '../../ui/display/figure.tsx'
import type { WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'

const edge = 0.06

/** The price as a dot on a line between its targets. */
export function TargetTrack({ watched }: { watched: WatchedTicker }) {
  const text = useText()
  const format = useFormat()
  const { price, price_targets: targets } = watched
  if (price === null || targets.length === 0) return <Missing />
  const marks = [price, ...targets.map(target => target.price)]
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const place = (value: number) =>
    high === low ? 50 : (edge + ((value - low) / (high - low)) * (1 - 2 * edge)) * 100
  const label = text('watchlist_track_label', {
    price: format.quote(price),
    targets: targets.map(target => format.quote(target.price)).join(', '),
  })
  return (
    <span className={styles.track} role="img" aria-label={label}>
      {targets.map(target => (
        <span
          key={target.id}
          className={styles[`mark-${target.direction}`]}
          data-reached={target.reached_at !== null || undefined}
          style={{ left: `${place(target.price)}%` }}
        />
      ))}
      <span className={styles.dot} style={{ left: `${place(price)}%` }} />
    </span>
  )
}
