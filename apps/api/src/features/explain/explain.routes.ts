import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { refuseDemo } from '../../figures/subject.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** What moved a portfolio, a group or a position, live from the snapshots. */
export function explainRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  serve.ofPortfolio(contract.explain.move, async call => {
    refuseDemo(call.user, call.body.subject)
    return portfolio.answer('explainMove', {
      ...call,
      given: families => tools.strategies(call.user.id, families),
    })
  })
}
