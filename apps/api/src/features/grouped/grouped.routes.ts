import { contract } from '@plumbline/contract'
import type { Serve } from '../../http/serve.ts'
import type { PortfolioService } from '../../portfolio/portfolio.ts'

/** The portfolio in groups, live from the books. */
export function groupedRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve(contract.grouped.list, call => portfolio.answer('grouped', call))
}
