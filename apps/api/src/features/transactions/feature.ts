import { createPlausibilityCheck } from '../../figures/plausibility/check-plausibility.ts'
import type { Services } from '../services.ts'
import { entryRoutes } from './entry.routes.ts'
import { entryStore, type RestateAsset } from './entry.store.ts'
import { securityCorrectionsRoutes } from './security-corrections.routes.ts'
import { type CreateSecurity, securityCorrectionsStore } from './security-corrections.store.ts'
import { transactionChanges } from './transaction-changes.ts'
import { transactionsRoutes } from './transactions.routes.ts'

/** Passed in because manual assets own their rules, and imports create securities. */
interface TransactionParts {
  restateAsset: RestateAsset
  createSecurity: CreateSecurity
}

export function registerTransactions(
  { serve, database, portfolio }: Services,
  { restateAsset, createSecurity }: TransactionParts,
): void {
  const store = entryStore(database, restateAsset)
  transactionsRoutes(serve, portfolio)
  const changes = transactionChanges(store, portfolio)
  const checkPlausibility = createPlausibilityCheck(portfolio)
  entryRoutes(serve, store, changes, portfolio, checkPlausibility)
  const stores = { entries: store, corrections: securityCorrectionsStore(database, createSecurity) }
  securityCorrectionsRoutes(serve, stores, changes, portfolio, checkPlausibility)
}
