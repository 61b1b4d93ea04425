import type { Services } from '../services.ts'
import { indexBenchmarksStore } from './index-benchmarks.store.ts'
import { instrumentChangesStore } from './instrument-changes.store.ts'
import { instrumentHistoryStore } from './instrument-history.store.ts'
import { instrumentMergesRoutes } from './instrument-merges.routes.ts'
import { instrumentMergesStore } from './instrument-merges.store.ts'
import { instrumentsRoutes } from './instruments.routes.ts'
import { instrumentsStore } from './instruments.store.ts'

export function registerInstruments({ serve, database, portfolio }: Services): void {
  const store = instrumentsStore(database)
  instrumentsRoutes(serve, store, instrumentChangesStore(database), indexBenchmarksStore(database))
  instrumentMergesRoutes(
    serve,
    store,
    instrumentHistoryStore(database),
    instrumentMergesStore(database),
    portfolio,
  )
}
