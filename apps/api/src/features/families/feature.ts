import type { Services } from '../services.ts'
import { type CountIssues, clientsRoutes } from './clients.routes.ts'
import { clientsStore } from './clients.store.ts'
import { compareRoutes, type PrintComparison } from './compare.routes.ts'
import { familiesRoutes } from './families.routes.ts'
import { familiesStore } from './families.store.ts'
import { createLoadFamiliesFigures } from './families-figures.ts'

export function registerFamilies(
  { serve, database, portfolio, storage }: Services,
  countIssues: CountIssues,
  printComparison: PrintComparison,
): void {
  const store = clientsStore(database)
  const loadFigures = createLoadFamiliesFigures(portfolio)
  familiesRoutes(serve, familiesStore(database, storage), loadFigures)
  clientsRoutes(serve, { store, portfolio, countIssues })
  compareRoutes(serve, store, portfolio, printComparison)
}
