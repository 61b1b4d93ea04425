import {
  bandScale,
  type Day,
  parseDay,
  type Sides,
  type Span,
  type TimeTick,
  timeTicks,
  toWeekday,
} from '@plumbline/charts'
import type { EventType } from '@plumbline/contract'
import { eventTypeOrder } from './event-colours.ts'
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
  /** Null for an event without an amount, drawn as a diamond. */
  radius: number | null
}

export interface Timeline {
  rows: readonly TimelineRow[]
  /** Ordered by date. */
  events: readonly PlacedEvent[]
  ticks: readonly TimeTick[]
  /** The position of today, if it is in the range. */
  todayX: number | null
}

export const rowPx = 26
export const topPx = 24
const minRadius = 4
const maxRadius = 10

interface TimelineInput {
  events: readonly PortfolioEvent[]
  range: EventRange
  today: string
  /** Without weekends, their events move to the following Monday. */
  hasWeekends: boolean
  sides: Sides
}

/** Places the events: days across, one row per type. The area of a circle is the amount. */
export function buildTimeline({ events, range, today, hasWeekends, sides }: TimelineInput): Timeline {
  const across = bandScale(listDays(range, hasWeekends), sides)
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
      x: across.x(parseDay(event.date)),
      y: heights.get(event.event_type) ?? 0,
      radius: eventRadius(event.calculated_amount, most),
    })),
    ticks: timeTicks(across, sides, 56),
    todayX: today < range.start_date || today > range.end_date ? null : across.x(parseDay(today)),
  }
}

function eventRadius(amount: number | null, most: number): number | null {
  if (amount === null) return null
  if (most === 0) return minRadius
  return minRadius + (maxRadius - minRadius) * Math.sqrt(Math.abs(amount) / most)
}

function listDays({ start_date, end_date }: EventRange, hasWeekends: boolean): Span[] {
  const first = parseDay(start_date)
  const days = Array.from({ length: parseDay(end_date) - first + 1 }, (_, index): Day => first + index)
  const kept = hasWeekends ? days : days.filter(day => toWeekday(day) < 5)
  return (kept.length === 0 ? days : kept).map(day => ({ from: day, to: day }))
}

/** The index of the event nearest to a point, or -1 if none is within reach. */
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
