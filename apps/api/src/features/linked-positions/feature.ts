import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Services } from '../services.ts'
import { linkedPositionsRoutes } from './linked-positions.routes.ts'
import { linkedPositionsStore } from './linked-positions.store.ts'

export function registerLinkedPositions({ serve, database, portfolio }: Services): void {
  linkedPositionsRoutes(serve, linkedPositionsStore(database), toolsStore(database), portfolio)
}
