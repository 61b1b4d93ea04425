import type { Services } from '../services.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { statementsStore } from './statements.store.ts'

export function registerReconciliation({ serve, database, portfolio, statementReader }: Services): void {
  reconciliationRoutes(serve, { store: statementsStore(database), portfolio, reader: statementReader })
}
