import type { Services } from '../services.ts'
import { pricesRoutes } from './prices.routes.ts'
import { pricesStore } from './prices.store.ts'

export function registerPrices({ serve, database }: Services): void {
  pricesRoutes(serve, pricesStore(database))
}
