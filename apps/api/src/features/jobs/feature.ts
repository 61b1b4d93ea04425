import type { Services } from '../services.ts'
import { jobsRoutes } from './jobs.routes.ts'

export function registerJobs({ serve, background }: Services): void {
  jobsRoutes(serve, background)
}
