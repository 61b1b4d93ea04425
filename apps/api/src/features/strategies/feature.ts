import type { Services } from '../services.ts'
import { strategiesRoutes } from './strategies.routes.ts'
import { strategiesStore } from './strategies.store.ts'

export function registerStrategies({ serve, database, portfolio }: Services): void {
  strategiesRoutes(serve, strategiesStore(database), portfolio)
}
