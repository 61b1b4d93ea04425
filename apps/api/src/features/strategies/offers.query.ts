import { part } from '../../queries/query.ts'
import type { StrategyGiven } from './strategy-detail.query.ts'
import { offersFor } from './strategy-scope.ts'

/** What is offered beside a strategy that was just changed. */
export const strategyOffersPart = part((portfolio, { strategy, links }: StrategyGiven) =>
  offersFor(portfolio, strategy, links),
)
