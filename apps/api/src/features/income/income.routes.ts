import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { incomeQuery } from './income.query.ts'

/** Received and expected income of the positions. */
export function incomeRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.portfolio(contract.income.read, call => portfolio.send(incomeQuery, call))
}
