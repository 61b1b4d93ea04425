import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { coverageQuery } from './coverage.query.ts'
import type { HealthStore } from './health.store.ts'

/** What keeps the net asset value of a scope from being true. */
export function coverageRoutes(
  serve: Serve,
  portfolio: PortfolioService,
  store: Pick<HealthStore, 'importedSecurities'>,
): void {
  serve.portfolio(contract.reconciliation.coverage, call =>
    portfolio.send(coverageQuery, {
      ...call,
      readInput: async families => ({
        role: call.user.role,
        imported: call.user.role === 'adviser' ? await store.importedSecurities(call.user.id, families) : [],
      }),
    }),
  )
}
