import type { Services } from '../services.ts'
import { statusRoutes } from './status.routes.ts'
import { statusStore } from './status.store.ts'

export function registerStatus({ serve, database, portfolio }: Services): void {
  statusRoutes(serve, statusStore(database), portfolio)
}
