import { type EventType, eventTypes } from '@plumbline/contract'
import {
  type CalendarFact,
  type Filter as EngineFilter,
  listUpcomingEvents,
  type Period,
  type PortfolioEvent,
  parseDay,
} from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { CalendarRow } from '../snapshots/instrument-facts.store.ts'

/** An upcoming event of a position, with its description in the calendar. */
export interface UpcomingEvent extends PortfolioEvent {
  readonly id: string
  readonly what: string | null
}

const isEventType = (word: string): word is EventType => eventTypes.some(type => type === word)

function toFact(row: CalendarRow): CalendarFact[] {
  if (!isEventType(row.event_type)) return []
  return [
    {
      instrument: row.instrument_id,
      type: row.event_type,
      day: parseDay(row.date),
      exDay: row.ex_date === null ? null : parseDay(row.ex_date),
      amount: row.amount === null ? null : Number(row.amount),
      per: row.per === 'position' ? 'position' : 'unit',
      currency: row.currency,
      isEstimated: row.is_estimated,
    },
  ]
}

interface Calendar {
  facts: CalendarFact[]
  /** Calendar rows by instrument, type and day. */
  rows: Map<string, CalendarRow>
}

/** Parsed calendars, cached as long as their snapshot is in memory. */
const calendars = new WeakMap<readonly CalendarRow[], Calendar>()

function readCalendar(rows: readonly CalendarRow[]): Calendar {
  const known = calendars.get(rows)
  if (known) return known
  const calendar = {
    facts: rows.flatMap(toFact),
    rows: new Map(rows.map(row => [`${row.instrument_id} ${row.event_type} ${parseDay(row.date)}`, row])),
  }
  calendars.set(rows, calendar)
  return calendar
}

/** The events that the calendars of the instruments state. */
export function calendarFacts({ metadata }: Portfolio): readonly CalendarFact[] {
  return readCalendar(metadata.calendar).facts
}

/** Upcoming events of the positions in scope, from the terms, the calendars and the payment history of instruments. */
export function findUpcomingEvents(
  { snapshot, metadata, view }: Portfolio,
  mask: ReadonlySet<string>,
  filter: EngineFilter,
  range: Period,
): UpcomingEvent[] {
  const { facts, rows } = readCalendar(metadata.calendar)
  return listUpcomingEvents(snapshot, { range, asOf: view.today, mask, filter, facts }).map(event => {
    const row = rows.get(`${event.instrument} ${event.type} ${event.day}`)
    return {
      ...event,
      id: `${row?.id ?? `${event.type}:${event.day}`}:${event.position}`,
      what: row?.what ?? null,
    }
  })
}
