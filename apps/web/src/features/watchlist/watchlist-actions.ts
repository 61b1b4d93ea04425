import type { WatchedTicker } from './use-watchlist.ts'

/** The actions of a row. Absent ones are not offered. */
export interface WatchlistActions {
  onChoose: (ticker: WatchedTicker) => void
  onEdit?: (ticker: WatchedTicker) => void
  onRemove?: (ticker: WatchedTicker) => void
}
