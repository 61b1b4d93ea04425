import { contract, type GroupKey } from '@plumbline/contract'
import type { OwnStrategy, ToolsStore } from '../../figures/strategies-and-links.store.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** The portfolio in groups, live from the snapshots. */
export function groupedRoutes(serve: Serve, portfolio: PortfolioService, tools: ToolsStore): void {
  /** Strategies are read only where the question is about them. */
  const given =
    (user: SignedIn, key: GroupKey) =>
    async (families: readonly string[]): Promise<OwnStrategy[]> =>
      key === 'strategy' ? tools.strategies(user.id, families) : []

  serve.ofPortfolio(contract.grouped.list, call =>
    portfolio.answer('grouped', { ...call, given: given(call.user, call.query.group_by) }),
  )
  serve.ofPortfolio(contract.grouped.detail, call =>
    portfolio.answer('groupedDetail', { ...call, given: given(call.user, call.query.filter_key) }),
  )
}
