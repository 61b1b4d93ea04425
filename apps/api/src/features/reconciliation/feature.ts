import type { Services } from '../services.ts'
import { postingsStore, type RestateAsset } from './postings.store.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { statementsStore } from './statements.store.ts'

/** `restateAsset` is passed in because manual assets own their rules. */
export function registerReconciliation(
  { serve, database, portfolio, statementReader, storage }: Services,
  restateAsset: RestateAsset,
): void {
  reconciliationRoutes(serve, {
    store: statementsStore(database, storage),
    postings: postingsStore(database, restateAsset),
    portfolio,
    reader: statementReader,
  })
}
