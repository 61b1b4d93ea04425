import type { CompareAccounts } from '../features/data-health/coverage.routes.ts'
import { reconciledAccountsQuery } from '../features/reconciliation/reconciled-accounts.query.ts'
import { statementsStore } from '../features/reconciliation/statements.store.ts'
import type { Services } from '../features/services.ts'
import { isStaff } from '../platform/auth/actor.ts'

/** Reconciliation compares the statements that the coverage of a scope counts. */
export function createCompareAccounts({ database, portfolio, storage }: Services): CompareAccounts {
  const store = statementsStore(database, storage)
  return async (user, body) => {
    const { data } = await portfolio.run(reconciledAccountsQuery, {
      user,
      body,
      readInput: async families => ({
        statements: await store.statements(user.id, { families }),
        transactions: await store.transactions(user.id, families, null),
        tolerances: await store.tolerances(user.id, families),
        families: await store.accountFamilies(user.id, families),
        isForStaff: isStaff(user),
      }),
    })
    return data
  }
}
