import type { Services } from '../services.ts'
import { checkDataJob } from './check-job.ts'
import { coverageRoutes } from './coverage.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { healthStore } from './health.store.ts'

export function registerDataHealth(services: Services): void {
  const { serve, database, portfolio, background, jobs, owners, onError } = services
  const health = { store: healthStore(database), portfolio, background, jobs }
  healthRoutes(serve, health)
  coverageRoutes(serve, portfolio, health.store)
  jobs.add(checkDataJob({ ...health, owners, onError }))
}
