import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { cashQuery } from './cash.query.ts'
import { currencyMoversQuery } from './currency-movers.query.ts'
import { monthsQuery } from './months.query.ts'
import { performanceQuery } from './performance.query.ts'
import { riskQuery } from './risk.query.ts'

/** The figures of the overview. */
export function overviewRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.portfolio(contract.overview.performance, call => portfolio.send(performanceQuery, call))
  serve.portfolio(contract.overview.cash, call => portfolio.send(cashQuery, call))
  serve.portfolio(contract.overview.currencyMovers, call => portfolio.send(currencyMoversQuery, call))
  serve.portfolio(contract.overview.months, call => portfolio.send(monthsQuery, call))
  serve.portfolio(contract.overview.risk, call => portfolio.send(riskQuery, call))
}
