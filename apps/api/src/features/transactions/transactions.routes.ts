import { contract } from '@plumbline/contract'
import type { Serve } from '../../http/serve.ts'
import type { PortfolioService } from '../../portfolio/portfolio.ts'

/** The ledger as a list, live from the books. */
export function transactionsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.transactions.list, call => portfolio.answer('transactionsList', call))
  serve.ofPortfolio(contract.transactions.ofPosition, call =>
    portfolio.answer('transactionsOfPosition', call),
  )
}
