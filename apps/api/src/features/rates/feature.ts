import type { Services } from '../services.ts'
import { ratesRoutes } from './rates.routes.ts'
import { ratesStore } from './rates.store.ts'

export function registerRates({ serve, database }: Services): void {
  ratesRoutes(serve, ratesStore(database))
}
