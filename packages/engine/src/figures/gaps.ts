import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { NOT_LATE } from '../currency/currency-view.ts'
import { segmentOn } from '../currency/position-value.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import type { Split3 } from './performance.ts'
import { sumFlows } from './period-flows.ts'
import { findMissingInput } from './positions/position-flags.ts'
import type { QueryResult } from './query.ts'
import { findFirstUnknownDay, hasMoney, isPnlUnknown } from './unknown-amounts.ts'

// Columns have one value per position by construction; hence `as number` in the loops below.

/** Holdings and cash balances at a close, and those of them that have no price or rate. */
export interface HeldCount {
  positions: number
  cash: number
  unvaluedPositions: number
  unvaluedCash: number
}

/** What is missing in the figures of a scope or group. */
export interface Gaps {
  readonly opening: Readonly<HeldCount>
  readonly end: Readonly<HeldCount>
  /** Whether the P/L and the return of the period depend on a missing price or rate. */
  readonly isPnlUnknown: boolean
  readonly reasons: readonly Extract<Flag, 'no_price' | 'no_rate'>[]
}

/** The gaps of every group of a result, in the order of its groups, and of the whole scope. */
export interface ScopeGaps {
  readonly groups: readonly Gaps[]
  readonly total: Gaps
}

const NOTHING_HELD: HeldCount = { positions: 0, cash: 0, unvaluedPositions: 0, unvaluedCash: 0 }
const NO_GAPS: Gaps = { opening: NOTHING_HELD, end: NOTHING_HELD, isPnlUnknown: false, reasons: [] }

interface OpenGaps {
  opening: HeldCount
  end: HeldCount
  isPnlUnknown: boolean
  reasons: Set<Extract<Flag, 'no_price' | 'no_rate'>>
}

/** What is missing in a result, of each group and of the whole scope. Unit of the counts: positions and balances. */
export function findGaps(result: QueryResult): ScopeGaps {
  const { snapshot, views, scope, period } = result
  const view = views.calculated
  if (view.isComplete) return { groups: scope.groups.map(() => NO_GAPS), total: NO_GAPS }
  const open = (): OpenGaps => ({
    opening: { ...NOTHING_HELD },
    end: { ...NOTHING_HELD },
    isPnlUnknown: false,
    reasons: new Set(),
  })
  const groups = scope.groups.map(open)
  const total = open()
  for (let position = 0; position < scope.groupIndex.length; position += 1) {
    const group = groups[scope.groupIndex[position] as number]
    if (!group || (snapshot.positions.openDay[position] as number) > period.to) continue
    const isOpening = countHeld(result, position, period.from - 1, [group.opening, total.opening])
    const isEnd = countHeld(result, position, period.to, [group.end, total.end])
    const isUnknown = isPnlUnknown(snapshot, view, position, period)
    if (isUnknown) {
      group.isPnlUnknown = true
      total.isPnlUnknown = true
    }
    if (!isOpening && !isEnd && !isUnknown) continue
    const isOutside = (view.entryDay[position] as number) > period.to
    const day = isEnd || isOutside ? period.to : period.from - 1
    const reason = isUnknown && !isOutside && !isEnd ? 'no_rate' : findMissingInput(snapshot, position, day)
    group.reasons.add(reason)
    total.reasons.add(reason)
  }
  // Without a gap the counts say nothing, as in a view where nothing is missing.
  const close = ({ reasons, ...gaps }: OpenGaps): Gaps =>
    reasons.size === 0 ? NO_GAPS : { ...gaps, reasons: [...reasons] }
  return { groups: groups.map(close), total: close(total) }
}

/** Whether the P/L of a result's scope in a part of its period depends on a missing price or rate. */
export function isScopePnlUnknown({ snapshot, views, isIn }: QueryResult, period: Period): boolean {
  const view = views.calculated
  if (view.isComplete) return false
  return isIn.some((inside, position) => inside === 1 && isPnlUnknown(snapshot, view, position, period))
}

/** Counts a position at a close. @returns whether it has no value there. */
function countHeld(
  { snapshot, views }: QueryResult,
  position: number,
  day: Day,
  counts: readonly HeldCount[],
): boolean {
  if (segmentOn(snapshot, position, day) < 0) return false
  const isCash = (snapshot.positions.instrument[position] as number) < 0
  const isUnvalued = (views.calculated.entryDay[position] as number) > day
  for (const count of counts) {
    count[isCash ? 'cash' : 'positions'] += 1
    if (isUnvalued) count[isCash ? 'unvaluedCash' : 'unvaluedPositions'] += 1
  }
  return isUnvalued
}

/** The part of the held that a sum is over. */
export type HeldPart = 'positions' | 'cash' | 'total'

function countPart(count: Readonly<HeldCount>, part: HeldPart): { held: number; unvalued: number } {
  const { positions, cash, unvaluedPositions, unvaluedCash } = count
  if (part === 'positions') return { held: positions, unvalued: unvaluedPositions }
  if (part === 'cash') return { held: cash, unvalued: unvaluedCash }
  return { held: positions + cash, unvalued: unvaluedPositions + unvaluedCash }
}

/** A sum below is nothing: what float64 leaves where long and short cancel out. Unit: the calculated currency. */
const NOTHING = 1e-6

/**
 * A sum of values at a close, or null when nothing of value in it is known. A sum that leaves something out is partial.
 */
export function knownValue(sum: number, count: Readonly<HeldCount>, part: HeldPart = 'total'): number | null {
  const { held, unvalued } = countPart(count, part)
  return unvalued > 0 && (unvalued === held || Math.abs(sum) < NOTHING) ? null : sum
}

/** Whether a sum of values is over a part of the held only. */
function isPartial(count: Readonly<HeldCount>, part: HeldPart = 'total'): boolean {
  const { held, unvalued } = countPart(count, part)
  return unvalued > 0 && unvalued < held
}

/** The flags of figures with gaps: the reasons, and `partial` where a value is a sum over a part of the held. */
export function gapFlags(gaps: Gaps): Flag[] {
  const isSumPartial = isPartial(gaps.end) || isPartial(gaps.opening)
  return [...gaps.reasons, ...(isSumPartial ? (['partial'] as const) : [])]
}

export const NO_SPLIT: Split3<null> = { total: null, realized: null, unrealized: null }

/** A scope's balances, flows, P/L and returns with null for what depends on a missing price or rate. */
export interface KnownPerformance {
  readonly balance: Readonly<Record<'allocated' | 'cash' | 'total', number | null>>
  readonly opening: KnownPerformance['balance']
  readonly cashFlow: Readonly<Record<'net' | 'deposits' | 'withdrawals', number | null>> & {
    /** Where a price or rate is missing: the flow of each day, see `sumFlows`. */
    readonly daily?: Float64Array
  }
  readonly pnl: { readonly abs: Split3<number | null>; readonly rel: Split3<number | null> }
  readonly flags: readonly Flag[]
}

/**
 * The performance of a result without what depends on a missing price or rate.
 *
 * Values are sums over what has a value, flagged `partial`, or null when nothing has one. P/L and returns need every
 * position: they are null while one is missing. Flows need the rates of their own days, see `sumFlows`. Unit: the
 * result's currency, returns as fractions.
 */
export function knownPerformance(result: QueryResult, gaps: Gaps): KnownPerformance {
  const { performance, dailyFigures } = result
  const { balance, openingBalance, cashFlow, pnl, flags } = performance
  const openingCash = dailyFigures.cash[0] ?? 0
  const isUnknown = gaps.isPnlUnknown
  return {
    balance: {
      allocated: knownValue(balance.allocated, gaps.end, 'positions'),
      cash: knownValue(balance.cash, gaps.end, 'cash'),
      total: knownValue(balance.total, gaps.end),
    },
    opening: {
      allocated: knownValue(openingBalance - openingCash, gaps.opening, 'positions'),
      cash: knownValue(openingCash, gaps.opening, 'cash'),
      total: knownValue(openingBalance, gaps.opening),
    },
    cashFlow: isUnknown ? sumFlows(result) : cashFlow,
    pnl: isUnknown ? { abs: NO_SPLIT, rel: NO_SPLIT } : pnl,
    flags: [...flags, ...gapFlags(gaps)],
  }
}

/** Per day of a result's period, index 0 being the opening close: what is missing in its daily series. */
export interface GapDays {
  /** Holdings and cash balances at the close that have no value. */
  readonly unvaluedPositions: Int32Array
  readonly unvaluedCash: Int32Array
  /** 1 where the P/L of the day, or the P/L since the opening close, is unknown. */
  readonly dayPnl: Uint8Array
  readonly cumulativePnl: Uint8Array
}

/** What is missing in the daily series of a result; null when nothing is. */
export function findGapDays(result: QueryResult): GapDays | null {
  const { snapshot, views, isIn, period } = result
  const view = views.calculated
  if (view.isComplete) return null
  const open = period.from - 1
  const length = Math.max(1, period.to - open + 1)
  const days: GapDays = {
    unvaluedPositions: new Int32Array(length),
    unvaluedCash: new Int32Array(length),
    dayPnl: new Uint8Array(length),
    cumulativePnl: new Uint8Array(length),
  }
  for (let position = 0; position < isIn.length; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.openDay[position] as number) > period.to) continue
    if (view.entryDay[position] !== NOT_LATE) countDays(result, position, days)
    if (view.entryDay[position] !== NOT_LATE || view.missingRate[position] === 1)
      markUnknownPnl(result, position, days)
  }
  return days
}

/** Counts a position at the closes at which it is held without a value. */
function countDays({ snapshot, views, period }: QueryResult, position: number, days: GapDays): void {
  const { segments, positions } = snapshot
  const open = period.from - 1
  const entryDay = views.calculated.entryDay[position] as number
  const isCash = (positions.instrument[position] as number) < 0
  const counts = isCash ? days.unvaluedCash : days.unvaluedPositions
  const last = positions.segmentFrom[position + 1] as number
  for (let segment = positions.segmentFrom[position] as number; segment < last; segment += 1) {
    const from = Math.max(open, segments.from[segment] as number)
    const to = Math.min(period.to, segments.to[segment] as number, entryDay - 1)
    for (let day = from; day <= to; day += 1) {
      const index = day - open
      counts[index] = (counts[index] as number) + 1
      days.dayPnl[index] = 1
      // Its value at the next close cannot be compared with this one.
      if (index + 1 < days.dayPnl.length && day + 1 < entryDay) days.dayPnl[index + 1] = 1
    }
  }
}

/** Marks the days on which the P/L depends on a position that has no value or rate yet. */
function markUnknownPnl({ snapshot, views, period }: QueryResult, position: number, days: GapDays): void {
  const view = views.calculated
  const { from, to } = period
  const entryDay = view.entryDay[position] as number
  const first = findFirstUnknownDay(snapshot, view, position, period)
  if (first.outside !== null)
    days.cumulativePnl.fill(1, first.outside - from + 1, Math.min(entryDay, to + 1) - from + 1)
  if (first.unconverted !== null) days.cumulativePnl.fill(1, first.unconverted - from + 1)
  const { events, positions } = snapshot
  const last = positions.eventFrom[position + 1] as number
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    const isUnknown = day < entryDay || view.unconverted.has(event)
    if (day >= from && day <= to && isUnknown && hasMoney(snapshot, event)) days.dayPnl[day - from + 1] = 1
  }
}
