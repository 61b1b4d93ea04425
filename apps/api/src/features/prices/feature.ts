import { createMarketCheck } from '../../figures/plausibility/check-market-change.ts'
import type { Services } from '../services.ts'
import { pricesRoutes } from './prices.routes.ts'
import { pricesStore } from './prices.store.ts'

export function registerPrices({ serve, database, portfolio }: Services): void {
  pricesRoutes(serve, pricesStore(database), createMarketCheck(portfolio, database))
}
