import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { transactionsListQuery, transactionsOfPositionQuery } from './transactions.query.ts'

/** The ledger as a list. */
export function transactionsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.portfolio(contract.transactions.list, call => portfolio.send(transactionsListQuery, call))
  serve.portfolio(contract.transactions.ofPosition, call => portfolio.send(transactionsOfPositionQuery, call))
}
