import { createPlausibilityCheck } from '../../figures/plausibility/check-plausibility.ts'
import type { Services } from '../services.ts'
import { entryRoutes } from './entry.routes.ts'
import { entryStore, type RestateAsset } from './entry.store.ts'
import { transactionChanges } from './transaction-changes.ts'
import { transactionsRoutes } from './transactions.routes.ts'

/** `restateAsset` is passed in because manual assets own their rules. */
export function registerTransactions(
  { serve, database, portfolio }: Services,
  restateAsset: RestateAsset,
): void {
  const store = entryStore(database, restateAsset)
  transactionsRoutes(serve, portfolio)
  entryRoutes(
    serve,
    store,
    transactionChanges(store, portfolio),
    portfolio,
    createPlausibilityCheck(portfolio),
  )
}
