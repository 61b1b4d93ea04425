import { contract, type GroupKey } from '@plumbline/contract'
import type { OwnStrategy, ToolsStore } from '../../figures/strategies-and-links.store.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { chooseGroupKey, groupedQuery } from './grouped.query.ts'
import { groupedDetailQuery } from './grouped-detail.query.ts'

/** The portfolio in groups. */
export function groupedRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  /** Strategies are read only when the portfolio is grouped by them. */
  const readStrategies =
    (user: CurrentUser, key: GroupKey) =>
    async (families: readonly string[]): Promise<OwnStrategy[]> =>
      key === 'strategy' ? tools.strategies(user.id, families) : []

  serve.portfolio(contract.grouped.list, call =>
    portfolio.send(groupedQuery, { ...call, readInput: readStrategies(call.user, chooseGroupKey(call)) }),
  )
  serve.portfolio(contract.grouped.detail, call =>
    portfolio.send(groupedDetailQuery, {
      ...call,
      readInput: readStrategies(call.user, call.query.filter_key),
    }),
  )
}
