import type { CompareAccounts } from '../features/data-health/coverage.routes.ts'
import { compareAccounts } from '../features/reconciliation/compare-account.ts'
import { statementsStore } from '../features/reconciliation/statements.store.ts'
import type { Services } from '../features/services.ts'

/** Reconciliation compares the statements that the coverage of a scope counts. */
export function createCompareAccounts({ database, portfolio, storage }: Services): CompareAccounts {
  const store = statementsStore(database, storage)
  return async (user, body) => (await compareAccounts({ store, portfolio }, user, body)).data
}
