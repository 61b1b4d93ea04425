import type { Services } from '../services.ts'
import { feesRoutes } from './fees.routes.ts'

export function registerFees({ serve, portfolio }: Services): void {
  feesRoutes(serve, portfolio)
}
