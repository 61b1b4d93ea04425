import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../platform/db/database.ts'
import { createPortfolio, type PortfolioService } from '../queries/portfolio-service.ts'
import type { TestApp } from './test-app.ts'

/** A portfolio service with its own workers, for tests of what it loads and when. */
export function createTestPortfolioService(
  app: TestApp,
  database: Database,
  onError: (message: string) => void,
): PortfolioService {
  const built = process.env.PLUMBLINE_BUILT
  const folder = built ?? path.resolve(import.meta.dirname, '../app')
  return createPortfolio({
    database: () => database,
    target: () => app.database.target,
    replica: null,
    workerEntry: pathToFileURL(path.join(folder, `query-worker.${built ? 'js' : 'ts'}`)),
    budgetBytes: 64_000_000,
    onError,
  })
}
