import type { Services } from '../services.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { accountsStore } from './accounts.store.ts'

export function registerAccounts({ serve, database, portfolio }: Services): void {
  accountsRoutes(serve, accountsStore(database), portfolio)
}
