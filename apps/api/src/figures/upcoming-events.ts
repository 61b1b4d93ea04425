import { type EventType, eventTypes } from '@plumbline/contract'
import {
  type CalendarFact,
  dayOf,
  type Filter as EngineFilter,
  eventsOf,
  type Period,
  type PortfolioEvent,
} from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { CalendarRow } from '../snapshots/instrument-facts.store.ts'

/** What is ahead of a position, with what the calendar says about it beside its date. */
export interface EventAhead extends PortfolioEvent {
  readonly id: string
  readonly what: string | null
}

const isEventType = (word: string): word is EventType => eventTypes.some(type => type === word)

function factOf(row: CalendarRow): CalendarFact[] {
  if (!isEventType(row.event_type)) return []
  return [
    {
      instrument: row.instrument_id,
      type: row.event_type,
      day: dayOf(row.date),
      exDay: row.ex_date === null ? null : dayOf(row.ex_date),
      amount: row.amount === null ? null : Number(row.amount),
      per: row.per === 'position' ? 'position' : 'unit',
      currency: row.currency,
      isEstimated: row.is_estimated,
    },
  ]
}

interface Calendar {
  facts: CalendarFact[]
  /** What was stated, by what an event of it is found by. */
  stated: Map<string, CalendarRow>
}

/** A snapshot is asked many times about the same calendar: it is read once, and forgotten with its snapshot. */
const calendars = new WeakMap<readonly CalendarRow[], Calendar>()

function calendarOf(rows: readonly CalendarRow[]): Calendar {
  const known = calendars.get(rows)
  if (known) return known
  const calendar = {
    facts: rows.flatMap(factOf),
    stated: new Map(rows.map(row => [`${row.instrument_id} ${row.event_type} ${dayOf(row.date)}`, row])),
  }
  calendars.set(rows, calendar)
  return calendar
}

/** What the terms and the calendars of instruments, and their past, say of the positions of a scope. */
export function eventsAhead(
  { snapshot, names, view }: Portfolio,
  mask: ReadonlySet<string>,
  filter: EngineFilter,
  range: Period,
): EventAhead[] {
  const { facts, stated } = calendarOf(names.calendar)
  return eventsOf(snapshot, { range, asOf: view.today, mask, filter, facts }).map(event => {
    const row = stated.get(`${event.instrument} ${event.type} ${event.day}`)
    return {
      ...event,
      id: `${row?.id ?? `${event.type}:${event.day}`}:${event.position}`,
      what: row?.what ?? null,
    }
  })
}
