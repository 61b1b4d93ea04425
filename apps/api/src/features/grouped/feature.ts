import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Services } from '../services.ts'
import { groupedRoutes } from './grouped.routes.ts'

export function registerGrouped({ serve, database, portfolio }: Services): void {
  groupedRoutes(serve, portfolio, toolsStore(database))
}
