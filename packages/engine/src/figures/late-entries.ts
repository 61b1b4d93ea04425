import type { Day } from '../calendar/day.ts'
import { NOT_LATE } from '../currency/currency-view.ts'
import { hasValueOn } from '../currency/position-value.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import { findMissingInput } from './positions/position-flags.ts'
import type { QueryResult } from './query.ts'
import { findFirstUnknownDay } from './unknown-amounts.ts'

/** A position that had no price or rate at the opening or within the period, though it lacks none at the end. */
export interface LateEntry {
  readonly position: number
  readonly flag: Extract<Flag, 'no_price' | 'no_rate'>
  /** Its first valued close; null when it was closed without one. */
  readonly day: Day | null
  /** The inflow in kind on that day. Unit: the result's currency. */
  readonly value: number | null
}

/**
 * Positions of a result whose first valued close lies within its period, where they enter as an inflow in kind at that
 * value, and those that were closed without one. Those still held without a value are in `measureCoverage`.
 */
export function findLateEntries({ snapshot, views, isIn, period }: QueryResult): LateEntry[] {
  const view = views.calculated
  const found: LateEntry[] = []
  if (view.isComplete) return found
  for (let position = 0; position < isIn.length; position += 1) {
    const entryDay = view.entryDay[position] ?? NOT_LATE
    if (isIn[position] !== 1 || entryDay === NOT_LATE || entryDay < period.from) continue
    const hasEntered = entryDay <= period.to
    if (!hasEntered && hasValueOn(snapshot, position, period.to)) continue
    if (!hasEntered && findFirstUnknownDay(snapshot, view, position, period).outside === null) continue
    found.push({
      position,
      flag: findMissingInput(snapshot, position, hasEntered ? entryDay - 1 : period.to),
      day: hasEntered ? entryDay : null,
      value: hasEntered ? (view.entryValue[position] ?? 0) : null,
    })
  }
  return found
}
