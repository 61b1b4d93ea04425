import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { statusQuery } from './status.query.ts'
import type { StatusStore } from './status.store.ts'

/** Data sources of a scope and their status. */
export function statusRoutes(serve: Serve, store: StatusStore, portfolio: PortfolioService): void {
  serve.portfolio(contract.integrations.status, call =>
    portfolio.send(statusQuery, {
      ...call,
      readInput: families => store.sources(call.user.id, families, call.user.language),
    }),
  )
}
