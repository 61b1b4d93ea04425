import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Services } from '../services.ts'
import { receiptRoutes } from './receipt.routes.ts'
import { receiptStore } from './receipt.store.ts'

export function registerReceipt({ serve, database, portfolio }: Services): void {
  receiptRoutes(serve, portfolio, toolsStore(database), receiptStore(database))
}
