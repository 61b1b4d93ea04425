import type { Services } from '../services.ts'
import { tickersStore } from './tickers.store.ts'
import { watchlistRoutes } from './watchlist.routes.ts'
import { watchlistStore } from './watchlist.store.ts'

export function registerWatchlist({ serve, database, portfolio }: Services): void {
  watchlistRoutes(serve, tickersStore(database), watchlistStore(database), portfolio)
}
