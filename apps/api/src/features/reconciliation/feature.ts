import type { Services } from '../services.ts'
import { postingsStore, type RestateAsset } from './postings.store.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { type CreateSecurity, securitiesStore } from './securities.store.ts'
import { statementsStore } from './statements.store.ts'

/** The functions are passed in because manual assets and imports own their rules. */
export function registerReconciliation(
  { serve, database, portfolio, statementReader, storage }: Services,
  { restateAsset, createSecurity }: { restateAsset: RestateAsset; createSecurity: CreateSecurity },
): void {
  reconciliationRoutes(serve, {
    store: statementsStore(database, storage),
    postings: postingsStore(database, restateAsset),
    securities: securitiesStore(database, createSecurity),
    portfolio,
    reader: statementReader,
  })
}
