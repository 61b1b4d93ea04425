import type { Services } from '../services.ts'
import { targetsRoutes } from './targets.routes.ts'
import { targetsStore } from './targets.store.ts'

export function registerTargets({ serve, database, portfolio }: Services): void {
  targetsRoutes(serve, targetsStore(database), portfolio)
}
