import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { refuseDemo } from '../../figures/subject.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { explainMoveQuery } from './explain.query.ts'

/** Explains the change of a portfolio, a group or a position. */
export function explainRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  serve.portfolio(contract.explain.move, async call => {
    refuseDemo(call.user, call.body.subject)
    return portfolio.send(explainMoveQuery, {
      ...call,
      readInput: families => tools.strategies(call.user.id, families),
    })
  })
}
