import { positionValue } from '../src/currency/position-value.ts'
import type { Performance, QueryResult } from '../src/index.ts'
import { VALUE_TOLERANCE } from '../src/money/tolerances.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

export interface Trial {
  readonly violations: string[]
  readonly turnover: number
  /** Of the amounts that cancel, in money. */
  readonly rounding?: number
}

export function expectEqual(trial: Trial, invariant: string, a: number, b: number, scale?: number): void {
  const tolerance =
    scale === undefined ? SUM_TOLERANCE * trial.turnover + (trial.rounding ?? 0) : SUM_TOLERANCE * scale
  if (!(Math.abs(a - b) <= tolerance)) trial.violations.push(`${invariant}: ${a} is not ${b}`)
}

export const measureTurnover = ({ cashFlow, openingBalance, balance, pnl }: Performance): number =>
  1 +
  cashFlow.deposits -
  cashFlow.withdrawals +
  Math.abs(openingBalance) +
  Math.abs(balance.total) +
  Math.abs(pnl.abs.total)

/**
 * What float64 leaves of the amounts of a result where they cancel: a share of the values of its positions at both
 * closes and of all amounts posted between them. A purchase of a trillion and its overdraft add up to nothing, but
 * each is known to 0.0001 only.
 */
export function valueRounding({ snapshot, views, isIn, period }: QueryResult): number {
  const view = views.calculated
  let gross = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    for (const day of [period.from - 1, period.to])
      if ((view.entryDay[position] ?? 0) <= day)
        gross += Math.abs(positionValue(snapshot, view, position, day)) || 0
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1)
      gross += Math.abs(view.posted[event] ?? 0)
  }
  return VALUE_TOLERANCE * gross
}

/** The rounding of amounts that cancel, as a multiple of the tolerance, where it is divided by the smallest base. */
export function contributionRounding({ rounding = 0 }: Trial, { dailyPnl }: Performance): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const base of dailyPnl.base) if (base > 0 && base < smallest) smallest = base
  return rounding / smallest / SUM_TOLERANCE
}

/** The largest magnitude of a series, 0 if it is empty. */
export function largestMagnitude(series: Iterable<number>): number {
  let largest = 0
  for (const value of series) largest = Math.max(largest, Math.abs(value))
  return largest
}
