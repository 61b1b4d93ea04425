import { eventsQuery } from '../features/events/events.query.ts'
import { feesQuery } from '../features/fees/fees.query.ts'
import { groupedQuery } from '../features/grouped/grouped.query.ts'
import { cashQuery } from '../features/overview/cash.query.ts'
import { currencyMoversQuery } from '../features/overview/currency-movers.query.ts'
import { monthsQuery } from '../features/overview/months.query.ts'
import { performanceQuery } from '../features/overview/performance.query.ts'
import { riskQuery } from '../features/overview/risk.query.ts'
import { bestWorstQuery } from '../features/positions/best-worst.query.ts'
import { positionsListQuery } from '../features/positions/positions-list.query.ts'
import { searchQuery } from '../features/positions/search.query.ts'
import { transactionsListQuery } from '../features/transactions/transactions.query.ts'
import { asCurrentUser } from '../platform/auth/current-user.ts'
import type { SessionStore } from '../platform/auth/session.store.ts'
import type { OwnersStore } from '../platform/jobs/owners.store.ts'
import type { PortfolioService } from '../queries/portfolio-service.ts'
import { type WarmUpQuery, warmUpQuery } from '../queries/warm-up-query.ts'

/** The queries of the first screens. None of them needs more than the snapshot. */
const queries: readonly WarmUpQuery[] = [
  warmUpQuery(performanceQuery, { points: '400', series: 'cumulative' }, undefined),
  warmUpQuery(groupedQuery, {}, []),
  warmUpQuery(positionsListQuery, {}, undefined),
  warmUpQuery(cashQuery, undefined, undefined),
  warmUpQuery(bestWorstQuery, {}, undefined),
  warmUpQuery(transactionsListQuery, {}, undefined),
  warmUpQuery(feesQuery, { points: '400' }, undefined),
  warmUpQuery(eventsQuery, {}, undefined),
  warmUpQuery(currencyMoversQuery, undefined, undefined),
  warmUpQuery(monthsQuery, undefined, undefined),
  warmUpQuery(riskQuery, {}, undefined),
  warmUpQuery(searchQuery, { q: 'a' }, undefined),
  // Queries used by heavy clients.
  warmUpQuery(performanceQuery, { series: 'cumulative' }, undefined),
  warmUpQuery(transactionsListQuery, { limit: '500', order_by: '-calculated_amount' }, undefined),
  warmUpQuery(positionsListQuery, { limit: '500' }, undefined),
]

/**
 * Runs the queries of the first screens for the user who was active last. Their snapshot is then cached and the code
 * compiled: the first page after a start takes a quarter of the time.
 */
export async function warmUpWorkers(
  sessions: Pick<SessionStore, 'findLastUser'>,
  owners: OwnersStore,
  portfolio: PortfolioService,
): Promise<void> {
  const userId = await sessions.findLastUser()
  const user = userId === null ? null : await owners.find(userId)
  if (user) await portfolio.warmUpWorkers(asCurrentUser(user), queries)
}
