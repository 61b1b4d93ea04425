import { createMarketCheck } from '../../figures/plausibility/check-market-change.ts'
import type { Services } from '../services.ts'
import { ratesRoutes } from './rates.routes.ts'
import { ratesStore } from './rates.store.ts'

export function registerRates({ serve, database, portfolio }: Services): void {
  ratesRoutes(serve, ratesStore(database), createMarketCheck(portfolio, database))
}
