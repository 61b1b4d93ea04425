import type { FeedParts } from '../features/feeds/feature.ts'
import { deliveredImports } from '../features/imports/deliveries/delivered-import.store.ts'
import { runsStore } from '../features/integrations/runs.store.ts'
import { isDue, nextRun } from '../features/integrations/schedule.ts'
import { restateAsset } from '../features/manual-assets/restate-assets.store.ts'
import { deliveredStatements } from '../features/reconciliation/deliveries/delivered-statements.store.ts'
import { postingsStore } from '../features/reconciliation/postings.store.ts'
import { statementsStore } from '../features/reconciliation/statements.store.ts'
import type { Services } from '../features/services.ts'

/** Feeds deliver into imports and reconciliation, and run as integrations do. */
export function feedParts({ database, portfolio, statementReader, storage }: Services): FeedParts {
  return {
    imports: deliveredImports(database, statementReader, storage),
    statements: deliveredStatements({
      storage,
      store: statementsStore(database, storage),
      postings: postingsStore(database, restateAsset),
      portfolio,
    }),
    runs: runsStore(database),
    schedule: { isDue, nextRun },
  }
}
