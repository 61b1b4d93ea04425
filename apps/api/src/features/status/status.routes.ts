import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { StatusStore } from './status.store.ts'

/** Where the data of a scope comes from, and how that is going. */
export function statusRoutes(serve: Serve, store: StatusStore, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.integrations.status, call =>
    portfolio.answer('status', {
      ...call,
      given: families => store.sources(call.user.id, families, call.user.language),
    }),
  )
}
