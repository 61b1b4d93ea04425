import { type CallQuery, contract, type Endpoint } from '@plumbline/contract'
import type { SessionStore } from '../platform/auth/session.store.ts'
import { onBehalfOf } from '../platform/auth/signed-in.ts'
import type { OwnersStore } from '../platform/jobs/owners.store.ts'
import type { PortfolioService, WarmUpQuery } from '../queries/portfolio-service.ts'

function asked<E extends Endpoint>(name: string, endpoint: E, query: CallQuery<E>): WarmUpQuery {
  return { name, query: endpoint.query?.parse(query) }
}

const { overview, positions, grouped, fees, events, transactions } = contract

/** What the first screens ask for; none of it rests on more than the snapshot. */
const questions: readonly WarmUpQuery[] = [
  asked('performance', overview.performance, { points: '400', series: 'cumulative' }),
  { ...asked('grouped', grouped.list, {}), given: [] },
  asked('positionsList', positions.list, {}),
  asked('cash', overview.cash, undefined),
  asked('bestWorst', positions.bestWorst, {}),
  asked('transactionsList', transactions.list, {}),
  asked('fees', fees.list, { points: '400' }),
  asked('events', events.list, {}),
  asked('currencyMovers', overview.currencyMovers, undefined),
  asked('months', overview.months, undefined),
  asked('risk', overview.risk, {}),
  asked('search', positions.search, { q: 'a' }),
  // The caller for much asks for such; that is compiled before they come as well.
  asked('performance', overview.performance, { series: 'cumulative' }),
  asked('transactionsList', transactions.list, { limit: '500', order_by: '-calculated_amount' }),
  asked('positionsList', positions.list, { limit: '500' }),
]

/**
 * Lets the server answer, for nobody, what whoever was here last would ask for. It has their snapshot in memory then, and
 * its code compiled, before they come: the first page after a start takes a quarter of the time.
 */
export async function warmUpWorkers(
  sessions: Pick<SessionStore, 'lastSeen'>,
  owners: OwnersStore,
  portfolio: PortfolioService,
): Promise<void> {
  const userId = await sessions.lastSeen()
  const expected = userId === null ? null : await owners.find(userId)
  if (expected) await portfolio.warmUpWorkers(onBehalfOf(expected), questions)
}
