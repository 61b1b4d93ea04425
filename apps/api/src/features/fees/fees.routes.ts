import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** What the portfolio costs, live from the snapshots. */
export function feesRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.fees.list, call => portfolio.answer('fees', call))
  serve.ofPortfolio(contract.fees.detail, call => portfolio.answer('feesDetail', call))
}
