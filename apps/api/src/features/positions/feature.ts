import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Services } from '../services.ts'
import { positionsRoutes } from './positions.routes.ts'

export function registerPositions({ serve, database, portfolio }: Services): void {
  positionsRoutes(serve, portfolio, toolsStore(database))
}
