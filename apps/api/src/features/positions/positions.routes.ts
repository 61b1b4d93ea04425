import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { PositionTools } from './position-detail.query.ts'

/** Positions, live from the snapshots. */
export function positionsRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  serve.ofPortfolio(contract.positions.list, call => portfolio.answer('positionsList', call))
  serve.ofPortfolio(contract.positions.bestWorst, call => portfolio.answer('bestWorst', call))
  serve.ofPortfolio(contract.positions.search, call =>
    portfolio.answer('search', { ...call, body: call.query.filter ?? { settings: {}, filters: {} } }),
  )
  serve.ofPortfolio(contract.positions.searchByBody, call => portfolio.answer('searchByBody', call))
  serve.ofPortfolio(contract.positions.detail, call =>
    portfolio.answer('positionDetail', {
      ...call,
      given: async (families): Promise<PositionTools> => ({
        strategies: await tools.strategies(call.user.id, families),
        links: await tools.links(call.user.id, families),
      }),
    }),
  )
}
