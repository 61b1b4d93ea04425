import type { Services } from '../services.ts'
import { checkDataJob } from './check-job.ts'
import { type CompareAccounts, coverageRoutes, type ListUnmatchedCash } from './coverage.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { healthStore } from './health.store.ts'

/** What data health uses of other features: reconciliation owns the statements, imports own the cash of trades. */
interface HealthParts {
  compareAccounts: CompareAccounts
  listUnmatchedCash: ListUnmatchedCash
}

export function registerDataHealth(services: Services, parts: HealthParts): void {
  const { serve, database, portfolio, background, jobs, owners, onError } = services
  const health = { store: healthStore(database), portfolio, background, jobs }
  healthRoutes(serve, health)
  coverageRoutes(serve, { portfolio, store: health.store, ...parts })
  jobs.add(checkDataJob({ ...health, owners, onError }))
}
