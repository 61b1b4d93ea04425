import type { WatchedTicker } from './use-watchlist.ts'

/** What can be done with a row; what is absent is not offered. */
export interface WatchlistActions {
  onChoose: (ticker: WatchedTicker) => void
  onEdit?: (ticker: WatchedTicker) => void
  onRemove?: (ticker: WatchedTicker) => void
}
