import { toIsoDate } from '@plumbline/engine'
import { findUpcomingEvents, type UpcomingEvent as PositionEvent } from '../../figures/upcoming-events.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { readScope } from '../../queries/query-scope.ts'

export interface UpcomingEvent {
  type: string
  instrumentId: string
  name: string
  date: string
  accountIds: string[]
  /** Names of the accounts that hold it. */
  accounts: string[]
  /** The expected amounts of all accounts together, by currency. */
  money: { amount: number; currency: string }[]
  isEstimated: boolean
}

export interface UpcomingEventsInput {
  from: number
  to: number
  types: string[]
}

/** Events within a range in the accounts of a rule. An event of several accounts is listed once. */
export const upcomingEventsQuery = defineQuery(
  'upcomingEvents',
  (portfolio, { from, to, types }: UpcomingEventsInput, filter): UpcomingEvent[] => {
    const scope = readScope(portfolio, filter)
    const found = findUpcomingEvents(portfolio, scope.mask, scope.filter, { from, to })
    const wanted = found.filter(({ type }) => types.includes(type))
    const groups = Map.groupBy(wanted, ({ type, instrument, day }) => `${type} ${instrument} ${day}`)
    return [...groups.values()].flatMap(events => joinEvents(portfolio, events))
  },
)

function joinEvents({ snapshot, metadata }: Portfolio, events: readonly PositionEvent[]): UpcomingEvent[] {
  const [first] = events
  if (!first) return []
  const instrument = snapshot.instruments.find(({ id }) => id === first.instrument)
  const sums = new Map<string, number>()
  for (const { amount, currency } of events.flatMap(({ money }) => money))
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [
    {
      type: first.type,
      instrumentId: first.instrument,
      name: instrument?.name ?? first.instrument,
      date: toIsoDate(first.day),
      accountIds: [...new Set(events.map(({ account }) => account))].sort(),
      accounts: [...new Set(events.map(({ account }) => metadata.accounts.get(account)?.name ?? ''))].sort(),
      money: [...sums].map(([currency, amount]) => ({ amount, currency })),
      isEstimated: events.some(({ isEstimated }) => isEstimated),
    },
  ]
}
