import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Services } from '../services.ts'
import { explainRoutes } from './explain.routes.ts'

export function registerExplain({ serve, database, portfolio }: Services): void {
  explainRoutes(serve, portfolio, toolsStore(database))
}
