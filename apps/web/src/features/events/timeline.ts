import {
  bandScale,
  type Day,
  dayOf,
  type Sides,
  type Span,
  type TimeTick,
  timeTicks,
  weekdayOf,
} from '@plumbline/charts'
import type { EventType } from '@plumbline/contract'
import { eventTypeOrder } from './event-look.ts'
import type { EventRange } from './event-range.ts'
import type { PortfolioEvent } from './use-events.ts'

export interface TimelineRow {
  type: EventType
  y: number
}

export interface PlacedEvent {
  event: PortfolioEvent
  x: number
  y: number
  /** Null for a date without an amount, which is a diamond. */
  radius: number | null
}

export interface Timeline {
  rows: readonly TimelineRow[]
  /** By date. */
  events: readonly PlacedEvent[]
  ticks: readonly TimeTick[]
  /** Where today stands, if it is in the range. */
  todayX: number | null
}

export const rowPx = 26
export const topPx = 24
const leastRadius = 4
const mostRadius = 10

interface TimelineInput {
  events: readonly PortfolioEvent[]
  range: EventRange
  today: string
  /** Without them Friday stands beside Monday, and what falls on a weekend stands on that Monday. */
  hasWeekends: boolean
  sides: Sides
}

/** Where each event stands: days across, a line for each type; the area of a circle is its amount. */
export function timelineOf({ events, range, today, hasWeekends, sides }: TimelineInput): Timeline {
  const across = bandScale(daysOf(range, hasWeekends), sides)
  const present = new Set(events.map(event => event.event_type))
  const rows = eventTypeOrder
    .filter(type => present.has(type))
    .map((type, index) => ({ type, y: topPx + (index + 0.5) * rowPx }))
  const heights = new Map(rows.map(({ type, y }) => [type, y]))
  const most = Math.max(0, ...events.map(event => Math.abs(event.calculated_amount ?? 0)))
  return {
    rows,
    events: events.map(event => ({
      event,
      x: across.x(dayOf(event.date)),
      y: heights.get(event.event_type) ?? 0,
      radius: radiusOf(event.calculated_amount, most),
    })),
    ticks: timeTicks(across, sides, 56),
    todayX: today < range.start_date || today > range.end_date ? null : across.x(dayOf(today)),
  }
}

function radiusOf(amount: number | null, most: number): number | null {
  if (amount === null) return null
  if (most === 0) return leastRadius
  return leastRadius + (mostRadius - leastRadius) * Math.sqrt(Math.abs(amount) / most)
}

function daysOf({ start_date, end_date }: EventRange, hasWeekends: boolean): Span[] {
  const first = dayOf(start_date)
  const days = Array.from({ length: dayOf(end_date) - first + 1 }, (_, index): Day => first + index)
  const kept = hasWeekends ? days : days.filter(day => weekdayOf(day) < 5)
  return (kept.length === 0 ? days : kept).map(day => ({ from: day, to: day }))
}

/** The event nearest to a point, within reach of a pointer; -1 where there is none. */
export function eventAt({ events }: Timeline, x: number, y: number, reachPx = 14): number {
  let nearest = -1
  let least = reachPx
  events.forEach((placed, index) => {
    const distance = Math.hypot(placed.x - x, placed.y - y)
    if (distance <= least) {
      least = distance
      nearest = index
    }
  })
  return nearest
}
