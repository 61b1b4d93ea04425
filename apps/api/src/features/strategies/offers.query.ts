import { defineQuery } from '../../queries/query.ts'
import type { StrategyInput } from './strategy-detail.query.ts'
import { suggestLinked } from './strategy-scope.ts'

/** Positions to suggest for a strategy that was just changed. */
export const strategyOffersQuery = defineQuery(
  'strategyOffers',
  (portfolio, { strategy, links }: StrategyInput) => suggestLinked(portfolio, strategy, links),
)
