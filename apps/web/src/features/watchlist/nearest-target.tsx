import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import type { PriceTarget, WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'

/** The nearest target that is not reached yet. */
export function findNearestTarget({ price_targets: targets }: WatchedTicker): PriceTarget | null {
  const open = targets.filter(({ reached_at, distance }) => reached_at === null && distance !== null)
  return open.toSorted((a, b) => Math.abs(a.distance ?? 0) - Math.abs(b.distance ?? 0))[0] ?? null
}

export function NearestTarget({ watched }: { watched: WatchedTicker }) {
  const text = useText()
  const format = useFormat()
  const nearest = findNearestTarget(watched)
  if (nearest === null) {
    const hasReached = watched.price_targets.some(({ reached_at }) => reached_at !== null)
    return (
      <span className={styles.quiet}>
        {text(hasReached ? 'watchlist_all_reached' : 'watchlist_no_target')}
      </span>
    )
  }
  return (
    <span className={classNames(styles.two, styles.end)}>
      <span className={styles[nearest.direction]}>
        {text(`watchlist_${nearest.direction}`)} {format.quote(nearest.price)}
      </span>
      <small className={styles.quiet}>
        {nearest.note && `${nearest.note} · `}
        {text('watchlist_to_go', { distance: format.percent(nearest.distance, { decimals: 1 }) })}
      </small>
    </span>
  )
}
