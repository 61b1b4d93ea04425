import { contract, type GroupKey } from '@plumbline/contract'
import type { Serve } from '../../http/serve.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { PortfolioService } from '../../portfolio/portfolio.ts'
import type { OwnStrategy, ToolsStore } from '../../portfolio/tools.store.ts'

/** The portfolio in groups, live from the books. */
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
