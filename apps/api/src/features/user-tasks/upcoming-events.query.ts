import { isoOf } from '@plumbline/engine'
import { eventsAhead } from '../../figures/upcoming-events.ts'
import { part } from '../../queries/query.ts'
import { readScope } from '../../queries/query-scope.ts'

export interface UpcomingEvent {
  type: string
  instrumentId: string
  name: string
  date: string
}

export interface UpcomingGiven {
  from: number
  to: number
  types: string[]
}

/** What is ahead from one day to another, in the accounts of a rule: what several accounts hold is told once. */
export const upcomingEventsPart = part(
  (portfolio, { from, to, types }: UpcomingGiven, filter): UpcomingEvent[] => {
    const scope = readScope(portfolio, filter)
    const nameOf = new Map(portfolio.snapshot.instruments.map(({ id, name }) => [id, name ?? id]))
    const upcoming = eventsAhead(portfolio, scope.mask, scope.filter, { from, to })
      .filter(({ type }) => types.includes(type))
      .map(({ type, instrument, day }) => ({
        type,
        instrumentId: instrument,
        name: nameOf.get(instrument) ?? '',
        date: isoOf(day),
      }))
    return [
      ...new Map(
        upcoming.map(event => [`${event.type} ${event.instrumentId} ${event.date}`, event]),
      ).values(),
    ]
  },
)
