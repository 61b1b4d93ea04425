import type { Services } from '../services.ts'
import { integrationsRoutes } from './integrations.routes.ts'
import { integrationsStore } from './integrations.store.ts'
import { marketWritesStore } from './market-writes.store.ts'
import { fetchMarketJob } from './run-source.ts'
import { runsStore } from './runs.store.ts'
import { symbolsRoutes } from './symbols.routes.ts'
import { symbolsStore } from './symbols.store.ts'
import { uploadRoutes } from './upload.routes.ts'
import { uploadStore } from './upload.store.ts'

export function registerIntegrations(services: Services): void {
  const { serve, database, background, jobs, keys, installation, onError } = services
  const sources = {
    runs: runsStore(database),
    writes: marketWritesStore(database),
    background,
    jobs,
    market: installation.market,
    keys,
    onError,
  }
  integrationsRoutes(serve, { ...sources, store: integrationsStore(database) })
  symbolsRoutes(serve, { ...sources, store: symbolsStore(database) })
  uploadRoutes(serve, uploadStore(database))
  jobs.add(fetchMarketJob(sources))
}
