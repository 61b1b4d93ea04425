import type { Services } from '../services.ts'
import { overviewRoutes } from './overview.routes.ts'

export function registerOverview({ serve, portfolio }: Services): void {
  overviewRoutes(serve, portfolio)
}
