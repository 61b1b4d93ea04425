import { toIsoDate } from '@plumbline/engine'
import { findUpcomingEvents } from '../../figures/upcoming-events.ts'
import { defineQuery } from '../../queries/query.ts'
import { readScope } from '../../queries/query-scope.ts'

export interface UpcomingEvent {
  type: string
  instrumentId: string
  name: string
  date: string
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
    const names = new Map(portfolio.snapshot.instruments.map(({ id, name }) => [id, name ?? id]))
    const upcoming = findUpcomingEvents(portfolio, scope.mask, scope.filter, { from, to })
      .filter(({ type }) => types.includes(type))
      .map(({ type, instrument, day }) => ({
        type,
        instrumentId: instrument,
        name: names.get(instrument) ?? '',
        date: toIsoDate(day),
      }))
    return [
      ...new Map(
        upcoming.map(event => [`${event.type} ${event.instrumentId} ${event.date}`, event]),
      ).values(),
    ]
  },
)
