import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** What stands at the top of the first screen, live from the snapshots. */
export function overviewRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.overview.performance, call => portfolio.answer('performance', call))
  serve.ofPortfolio(contract.overview.cash, call => portfolio.answer('cash', call))
  serve.ofPortfolio(contract.overview.currencyMovers, call => portfolio.answer('currencyMovers', call))
  serve.ofPortfolio(contract.overview.months, call => portfolio.answer('months', call))
  serve.ofPortfolio(contract.overview.risk, call => portfolio.answer('risk', call))
}
