import type { Day } from './day.ts'
import type { Span } from './time-scale.ts'

/** The part of a window to move: one end, or the whole. */
export type WindowPart = 'start' | 'end' | 'whole'

/** Bounds of a window, and its minimum width in days. */
export interface WindowLimits {
  first: Day
  last: Day
  leastDays: number
}

/** Moves a part of a window by some days, within the limits and the minimum width. */
export function moveWindow(window: Span, part: WindowPart, byDays: number, limits: WindowLimits): Span {
  const { first, last } = limits
  const least = Math.min(limits.leastDays, last - first + 1) - 1
  if (part === 'start') return { ...window, from: clamp(window.from + byDays, first, window.to - least) }
  if (part === 'end') return { ...window, to: clamp(window.to + byDays, window.from + least, last) }
  const width = window.to - window.from
  const from = clamp(window.from + byDays, first, last - width)
  return { from, to: from + width }
}

/** Draws a window from one day to another, in either direction. */
export function drawWindow(one: Day, other: Day, limits: WindowLimits): Span {
  const from = clamp(Math.min(one, other), limits.first, limits.last)
  const to = clamp(Math.max(one, other), limits.first, limits.last)
  return moveWindow({ from, to }, 'end', Math.max(0, limits.leastDays - 1 - (to - from)), limits)
}

/** Whether a window covers the whole range. */
export function isWhole(window: Span, limits: WindowLimits): boolean {
  return window.from <= limits.first && window.to >= limits.last
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
