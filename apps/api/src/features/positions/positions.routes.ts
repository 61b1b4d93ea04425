import { contract } from '@plumbline/contract'
import type { Serve } from '../../http/serve.ts'
import type { PortfolioService } from '../../portfolio/portfolio.ts'

/** Positions, live from the books. */
export function positionsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve(contract.positions.list, call => portfolio.answer('positionsList', call))
}
