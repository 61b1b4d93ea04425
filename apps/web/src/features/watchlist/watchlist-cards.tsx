import { useText } from '../../lib/i18n/i18n.ts'
import { Price } from '../../portfolio/cells.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { NearestTarget } from './nearest-target.tsx'
import { TargetTrack } from './target-track.tsx'
import { TickerMenu } from './ticker-menu.tsx'
import type { WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'
import type { WatchlistActions } from './watchlist-actions.ts'

interface WatchlistCardsProps extends WatchlistActions {
  rows: readonly WatchedTicker[]
  chosenId: string | undefined
}

/** The watchlist as cards with a price trend. */
export function WatchlistCards({ rows, chosenId, ...actions }: WatchlistCardsProps) {
  const text = useText()
  return (
    <ul className={styles.cards}>
      {rows.map(row => (
        <li key={row.id} className={styles.card} data-chosen={row.id === chosenId || undefined}>
          <div className={styles.cardHead}>
            <button
              type="button"
              className={styles.choose}
              aria-pressed={row.id === chosenId}
              onClick={() => actions.onChoose(row)}
            >
              <b>{row.ticker.name}</b> <span className={styles.quiet}>{row.ticker.symbol}</span>
            </button>
            {actions.onEdit && <TickerMenu watched={row} {...actions} />}
          </div>
          <div className={styles.cardPrice}>
            <span className={styles.two}>
              <Price value={row.price} currency={row.ticker.currency} />
              <Percent value={row.day_change} />
            </span>
            <Sparkline values={row.price_trend} label={text('watchlist_chart', { name: row.ticker.name })} />
          </div>
          <TargetTrack watched={row} />
          <NearestTarget watched={row} />
        </li>
      ))}
    </ul>
  )
}
