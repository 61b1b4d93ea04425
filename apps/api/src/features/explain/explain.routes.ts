import { contract } from '@plumbline/contract'
import type { Serve } from '../../http/serve.ts'
import type { PortfolioService } from '../../portfolio/portfolio.ts'
import { refuseDemo } from '../../portfolio/subject.ts'
import type { ToolsStore } from '../../portfolio/tools.store.ts'

/** What moved a portfolio, a group or a position, live from the books. */
export function explainRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  serve.ofPortfolio(contract.explain.move, async call => {
    refuseDemo(call.user, call.body.subject)
    return portfolio.answer('explainMove', {
      ...call,
      given: families => tools.strategies(call.user.id, families),
    })
  })
}
