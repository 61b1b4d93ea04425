import type { Services } from '../services.ts'
import { benchmarksRoutes } from './benchmarks.routes.ts'
import { benchmarksStore } from './benchmarks.store.ts'

export function registerBenchmarks({ serve, database, portfolio }: Services): void {
  benchmarksRoutes(serve, benchmarksStore(database), portfolio)
}
