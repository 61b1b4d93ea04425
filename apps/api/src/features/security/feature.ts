import type { Services } from '../services.ts'
import { securityRoutes } from './security.routes.ts'
import { securityStore } from './security.store.ts'

export function registerSecurity({ serve, database }: Services): void {
  securityRoutes(serve, securityStore(database))
}
