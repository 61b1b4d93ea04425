import type { Services } from '../services.ts'
import { clientsRoutes } from './clients.routes.ts'
import { clientsStore } from './clients.store.ts'
import { familiesRoutes } from './families.routes.ts'
import { familiesStore } from './families.store.ts'
import { createLoadFamiliesFigures } from './families-figures.ts'

export function registerFamilies({ serve, database, portfolio }: Services): void {
  const clients = clientsStore(database)
  const figures = createLoadFamiliesFigures(portfolio)
  familiesRoutes(serve, familiesStore(database), figures)
  clientsRoutes(serve, clients, figures)
}
