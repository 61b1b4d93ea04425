import type { Flag } from '../ledger/vocabulary.ts'
import { TOTAL_LOSS_TOLERANCE } from '../money/tolerances.ts'
import { type ColumnSource, newColumns } from '../series/columns.ts'

// Columns have one value per day by construction; hence `as number` in the loops below.

/** Daily columns that a return is linked from, in money; index 0 is the opening close and has no return. */
export interface ReturnInputs {
  /** Capital of each day: value of the previous close plus the peak of the day's running flow. */
  readonly base: Float64Array
  readonly total: Float64Array
  readonly realized: Float64Array
}

/** A linked return and its parts, as fractions (0.05 is 5 %). */
export interface LinkedReturn {
  readonly total: number | null
  readonly realized: number | null
  readonly unrealized: number | null
  /** P/L of days without capital, in money: the return excludes it. */
  readonly unlinkedPnl: number
  readonly flags: readonly Flag[]
}

/** A return day by day, for charts and contributions. */
interface ReturnSeries {
  /** Growth before the day / base of the day: the contribution of one unit of the day's P/L to the return. */
  readonly weight: Float64Array
  readonly cumulative: Float64Array
  readonly cumulativeRealized: Float64Array
}

export type LinkedSeries = LinkedReturn & ReturnSeries

/** Running state of a return while days are linked. */
export interface Chain {
  growth: number
  realized: number
  unlinkedPnl: number
  linkedDays: number
  isLost: boolean
}

/**
 * Links one day to a chain.
 *
 *     weight = growth / capital        growth += weight x P/L        realized += weight x realized P/L
 *
 * A day without positive capital is not linked: its P/L goes to `unlinkedPnl`. A day that loses its whole capital sets
 * `isLost`.
 *
 * @returns the day's weight: the contribution of one unit of its P/L to the return, 0 without capital.
 */
export function linkDay(chain: Chain, capital: number, pnl: number, realized: number): number {
  if (!(capital > 0)) {
    chain.unlinkedPnl += pnl
    return 0
  }
  const weight = chain.growth / capital
  chain.realized += weight * realized
  chain.growth += weight * pnl
  chain.linkedDays += 1
  if (pnl <= -capital * (1 - TOTAL_LOSS_TOLERANCE)) chain.isLost = true
  return weight
}

/** A chain before its first day. */
export function emptyChain(): Chain {
  return { growth: 1, realized: 0, unlinkedPnl: 0, linkedDays: 0, isLost: false }
}

/** The return of a chain, as fractions: null after a total loss and without a day with capital. */
export function linkedReturn({ growth, realized, unlinkedPnl, linkedDays, isLost }: Chain): LinkedReturn {
  const flags: Flag[] = []
  if (isLost) flags.push('base_lost')
  if (unlinkedPnl !== 0) flags.push('unlinked')
  else if (linkedDays === 0) flags.push('no_base')
  const isNull = isLost || linkedDays === 0
  return {
    total: isNull ? null : growth - 1,
    realized: isNull ? null : realized,
    unrealized: isNull ? null : growth - 1 - realized,
    unlinkedPnl,
    flags,
  }
}

/**
 * Time-weighted return with additive parts.
 *
 *     r(d) = P/L(d) / base(d)        growth(d) = growth(d-1) x (1 + r(d))        TWR = growth - 1
 *     contribution of x = sum over days of growth(d-1) x x(d) / base(d)
 *
 * Contributions of realized and unrealized P/L, of positions and of groups add up to the TWR exactly. A day whose base
 * is not positive has no return: its factor is 1 and its P/L is `unlinked`. If a day loses the whole base or more, the
 * return is null with the flag `base_lost`. Without any day with capital it is null. The daily series are allocated from
 * `columns`.
 *
 * @returns fractions (0.05 is 5 %); `unlinkedPnl` is money.
 */
export function linkReturns(inputs: ReturnInputs, columns: ColumnSource = newColumns): LinkedSeries {
  const { base, total, realized } = inputs
  const { length } = base
  const weight = columns.column(length)
  const cumulative = columns.column(length)
  const cumulativeRealized = columns.column(length)
  const chain = emptyChain()
  for (let day = 1; day < length; day += 1) {
    weight[day] = linkDay(chain, base[day] as number, total[day] as number, realized[day] as number)
    cumulative[day] = chain.growth - 1
    cumulativeRealized[day] = chain.realized
  }
  return { ...linkedReturn(chain), weight, cumulative, cumulativeRealized }
}

/** Contribution of a column of daily P/L to a return: the sum of weight x P/L from day 1 on, as a fraction. */
export function linkedContribution(weight: Float64Array, pnl: Float64Array): number {
  let sum = 0
  for (let day = 1; day < weight.length; day += 1) sum += (weight[day] as number) * (pnl[day] as number)
  return sum
}

/**
 * The return from day `from` to day `to` of a cumulative return column, both inclusive.
 *
 *     (1 + cumulative at `to`) / (1 + cumulative at `from` - 1) - 1
 *
 * @returns a fraction; null after a total loss before `from`.
 */
export function returnBetween(cumulative: Float64Array, from: number, to: number): number | null {
  const before = 1 + (cumulative[from - 1] ?? 0)
  const after = 1 + (cumulative[to] ?? 0)
  return before > 0 ? after / before - 1 : null
}
