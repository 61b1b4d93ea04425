import type { Services } from '../services.ts'
import { custodiansRoutes } from './custodians.routes.ts'
import { custodiansStore } from './custodians.store.ts'

export function registerCustodians({ serve, database }: Services): void {
  custodiansRoutes(serve, custodiansStore(database))
}
