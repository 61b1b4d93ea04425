import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { feesDetailQuery, feesQuery } from './fees.query.ts'

/** Costs of the portfolio. */
export function feesRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.portfolio(contract.fees.list, call => portfolio.send(feesQuery, call))
  serve.portfolio(contract.fees.detail, call => portfolio.send(feesDetailQuery, call))
}
