import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** The ledger as a list, live from the snapshots. */
export function transactionsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.transactions.list, call => portfolio.answer('transactionsList', call))
  serve.ofPortfolio(contract.transactions.ofPosition, call =>
    portfolio.answer('transactionsOfPosition', call),
  )
}
