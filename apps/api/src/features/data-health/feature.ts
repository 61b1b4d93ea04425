import type { Services } from '../services.ts'
import { checkDataJob } from './check-job.ts'
import { type CompareAccounts, coverageRoutes } from './coverage.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { healthStore } from './health.store.ts'

/** `compareAccounts` is passed in because reconciliation owns the statements. */
export function registerDataHealth(services: Services, compareAccounts: CompareAccounts): void {
  const { serve, database, portfolio, background, jobs, owners, onError } = services
  const health = { store: healthStore(database), portfolio, background, jobs }
  healthRoutes(serve, health)
  coverageRoutes(serve, { portfolio, store: health.store, compareAccounts })
  jobs.add(checkDataJob({ ...health, owners, onError }))
}
