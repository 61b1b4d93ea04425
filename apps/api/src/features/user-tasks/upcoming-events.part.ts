import { dayOf, positionRows } from '@plumbline/engine'
import { part } from '../../portfolio/answer.ts'
import { askEngine, askingOf } from '../../portfolio/question.ts'

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

/** Events from one day to another of what is held, in the accounts of a rule. */
export const upcomingEventsPart = part(
  (portfolio, { from, to, types }: UpcomingGiven, filter): UpcomingEvent[] => {
    const { book, names } = portfolio
    const { lenses, isIn, period } = askEngine(portfolio, askingOf(portfolio, filter))
    const rows = positionRows(book, lenses, position => isIn[position] === 1, period, 'open')
    const held = new Set(rows.map(row => row.instrument))
    const nameOf = new Map(book.instruments.map(({ id, name }) => [id, name ?? id]))
    return names.calendar
      .filter(({ instrument_id, event_type, date }) => {
        const day = dayOf(date)
        return held.has(instrument_id) && types.includes(event_type) && day >= from && day <= to
      })
      .map(({ instrument_id, event_type, date }) => ({
        type: event_type,
        instrumentId: instrument_id,
        name: nameOf.get(instrument_id) ?? '',
        date,
      }))
  },
)
