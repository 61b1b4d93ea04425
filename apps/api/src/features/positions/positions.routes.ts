import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { bestWorstQuery } from './best-worst.query.ts'
import { positionDetailQuery } from './position-detail.query.ts'
import { positionsListQuery } from './positions-list.query.ts'
import { searchByBodyQuery, searchQuery } from './search.query.ts'

export function positionsRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  serve.portfolio(contract.positions.list, call => portfolio.send(positionsListQuery, call))
  serve.portfolio(contract.positions.bestWorst, call => portfolio.send(bestWorstQuery, call))
  serve.portfolio(contract.positions.search, call =>
    portfolio.send(searchQuery, { ...call, body: call.query.filter ?? { settings: {}, filters: {} } }),
  )
  serve.portfolio(contract.positions.searchByBody, call => portfolio.send(searchByBodyQuery, call))
  serve.portfolio(contract.positions.detail, call =>
    portfolio.send(positionDetailQuery, {
      ...call,
      readInput: async families => ({
        strategies: await tools.strategies(call.user.id, families),
        links: await tools.links(call.user.id, families),
      }),
    }),
  )
}
