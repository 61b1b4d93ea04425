import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../db/database.ts'
import { createPortfolio, type PortfolioService } from '../portfolio/portfolio.ts'
import type { TestApp } from './test-app.ts'

/** A portfolio service on threads of its own, for what only its inside tells: how much was loaded, and when. */
export function createTestPortfolio(
  app: TestApp,
  database: Database,
  onError: (message: string) => void,
): PortfolioService {
  const built = process.env.PLUMBLINE_BUILT
  const folder = built ?? path.dirname(import.meta.dirname)
  return createPortfolio({
    database: () => database,
    target: () => app.database.target,
    replica: null,
    workerEntry: pathToFileURL(path.join(folder, `portfolio-worker.${built ? 'js' : 'ts'}`)),
    budgetBytes: 64_000_000,
    onError,
  })
}
