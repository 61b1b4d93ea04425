import type { Day } from './day.ts'
import { linear } from './linear.ts'

/** Horizontal bounds of a panel in pixels. */
export interface Sides {
  left: number
  right: number
}

/** Maps days to x positions. */
export interface TimeScale {
  first: Day
  last: Day
  x(day: Day): number
  /** The day at a position, clamped to the first and the last. */
  dayAt(x: number): Day
}

/** A scale in proportion to time. */
export function timeScale(first: Day, last: Day, { left, right }: Sides): TimeScale {
  const toDay = linear([left, right], [first, last])
  return {
    first,
    last,
    x: linear([first, last], [left, right]),
    dayAt: x => Math.max(first, Math.min(last, Math.round(toDay(x)))),
  }
}

/** The period of a bar. Spans are ordered and do not overlap. */
export interface Span {
  from: Day
  to: Day
}

export interface BandScale extends TimeScale {
  /** The width of one band, gap included. */
  step: number
  /** The center of a band. */
  centre(index: number): number
}

/** A scale of equally wide bands: days without a bar, such as weekends, take no room. */
export function bandScale(spans: readonly Span[], { left, right }: Sides): BandScale {
  const step = (right - left) / Math.max(1, spans.length)
  const indexOf = (day: Day) => {
    const index = findFirstIndex(spans.length, place => (spans[place]?.to ?? 0) >= day)
    return Math.min(index, Math.max(0, spans.length - 1))
  }
  const spanAt = (x: number) => spans[Math.max(0, Math.min(spans.length - 1, Math.floor((x - left) / step)))]
  return {
    first: spans[0]?.from ?? 0,
    last: spans.at(-1)?.to ?? 0,
    step,
    centre: index => left + (index + 0.5) * step,
    x: day => left + (indexOf(day) + 0.5) * step,
    dayAt: x => spanAt(x)?.from ?? 0,
  }
}

/** Binary search for the first index that `holds`; `length` if none does. */
export function findFirstIndex(length: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
