import type { Lens } from '../book/lens.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import { type LinkedReturn, linkedContribution, linkReturns } from '../returns/linking.ts'
import { type DatedFlow, type InternalRate, xirr } from '../returns/xirr.ts'
import type { DayColumns, Pass } from './pass.ts'

// Columns have one value per day by construction; `as number` says so in the loops below.

/** A figure in its three parts; total = realized + unrealized. */
export interface Split3<Value> {
  readonly total: Value
  readonly realized: Value
  readonly unrealized: Value
}

/** Daily series of a scope. Index 0 is the opening close: its P/L is 0. */
export interface DailySeries3 {
  readonly firstDay: number
  readonly pnl: Split3<Float64Array>
  /** Return of the day on its base and its parts; NaN never: 0 on days without capital. */
  readonly base: Float64Array
  readonly cumulative: Split3<Float64Array>
  readonly cumulativeReturn: Split3<Float64Array>
}

/** Result of a scope over a period: the equation end = start + flow + P/L, the return and its parts. */
export interface ScopeResult {
  readonly start: number
  readonly end: number
  readonly cashFlow: { readonly net: number; readonly deposits: number; readonly withdrawals: number }
  readonly pnl: Split3<number>
  readonly linked: LinkedReturn
  readonly daily: DailySeries3
}

function runningSum(column: Float64Array): Float64Array {
  const sums = new Float64Array(column.length)
  let sum = 0
  for (let day = 0; day < column.length; day += 1) {
    sum += column[day] as number
    sums[day] = sum
  }
  return sums
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length)
  for (let day = 0; day < a.length; day += 1) result[day] = (a[day] as number) - (b[day] as number)
  return result
}

/**
 * Daily P/L of a scope: value of the close - value of the close before - flow of the day. Realized is booked,
 * unrealized is the rest, so the parts add up on every day.
 */
export function dailyPnl(columns: DayColumns): Float64Array {
  const { value, flow } = columns
  const total = new Float64Array(value.length)
  for (let day = 1; day < value.length; day += 1)
    total[day] = (value[day] as number) - (value[day - 1] as number) - (flow[day] as number)
  return total
}

/**
 * Capital of each day: what was there at the close before, plus the most that flowed in at one time during the
 * day ('inflows at the start, outflows at the end'). Whole accounts count their value; any other scope adds the
 * collateral and proceeds of its shorts, which are money at work too.
 */
export function dailyBase(columns: DayColumns, isWhole: boolean): Float64Array {
  const { value, peak, collateral } = columns
  const base = new Float64Array(value.length)
  for (let day = 1; day < value.length; day += 1) {
    const tied = isWhole ? 0 : (collateral[day - 1] as number)
    const capital = (value[day - 1] as number) + tied + (peak[day] as number)
    // What is left of sums that cancel is no capital.
    base[day] = Math.abs(capital) < CAPITAL_DUST * scale(columns, day, tied) ? 0 : capital
  }
  return base
}

const CAPITAL_DUST = 1e-12

function scale(columns: DayColumns, day: number, tied: number): number {
  return (
    Math.abs(columns.value[day - 1] as number) + Math.abs(tied) + Math.abs(columns.peak[day] as number) + 1
  )
}

/** P/L, return and daily series of a scope from its daily columns. */
export function scopeResult(columns: DayColumns, isWhole: boolean, firstDay: number): ScopeResult {
  const total = dailyPnl(columns)
  const { realized } = columns
  const base = dailyBase(columns, isWhole)
  const linked = linkReturns({ base, total, realized })
  const cumulativeTotal = runningSum(total)
  const cumulativeRealized = runningSum(realized)
  const last = total.length - 1
  const start = columns.value[0] as number
  const end = columns.value[last] as number
  const net = columns.deposits + columns.withdrawals
  const pnlTotal = cumulativeTotal[last] as number
  const pnlRealized = cumulativeRealized[last] as number
  return {
    start,
    end,
    cashFlow: { net, deposits: columns.deposits, withdrawals: columns.withdrawals },
    pnl: { total: pnlTotal, realized: pnlRealized, unrealized: pnlTotal - pnlRealized },
    linked,
    daily: {
      firstDay,
      base,
      pnl: { total, realized, unrealized: difference(total, realized) },
      cumulative: {
        total: cumulativeTotal,
        realized: cumulativeRealized,
        unrealized: difference(cumulativeTotal, cumulativeRealized),
      },
      cumulativeReturn: {
        total: linked.cumulative,
        realized: linked.cumulativeRealized,
        unrealized: difference(linked.cumulative, linked.cumulativeRealized),
      },
    },
  }
}

/** The performance of a question's scope: balance, cash flow, P/L absolute and relative, and daily series. */
export interface Performance {
  readonly currency: string | null
  /** Both at the end of the period. `total` is the NAV, `cash` includes overdrafts. */
  readonly balance: { readonly allocated: number; readonly cash: number; readonly total: number }
  readonly openingBalance: number
  readonly cashFlow: ScopeResult['cashFlow']
  readonly pnl: { readonly abs: Split3<number>; readonly rel: Split3<number | null> }
  readonly unlinkedPnl: number
  readonly isWholeAccounts: boolean
  readonly dailyPnl: DailySeries3
  readonly dailyBalance: {
    readonly firstDay: number
    readonly total: Float64Array
    readonly cash: Float64Array
    readonly allocated: Float64Array
  }
  /** Per day: what one unit of P/L adds to the return; groups and positions are linked with it. */
  readonly weight: Float64Array
  readonly flags: readonly Flag[]
}

/** Performance of the whole scope of a pass. Money in the lens' currency, returns as fractions. */
export function performanceOf(pass: Pass, lens: Pick<Lens, 'currency'>, isWhole: boolean): Performance {
  const firstDay = pass.period.from - 1
  const result = scopeResult(pass.total, isWhole, firstDay)
  const last = pass.cash.length - 1
  const cash = pass.cash[last] as number
  return {
    currency: lens.currency,
    balance: { allocated: result.end - cash, cash, total: result.end },
    openingBalance: result.start,
    cashFlow: result.cashFlow,
    pnl: {
      abs: result.pnl,
      rel: {
        total: result.linked.total,
        realized: result.linked.realized,
        unrealized: result.linked.unrealized,
      },
    },
    unlinkedPnl: result.linked.unlinkedPnl,
    isWholeAccounts: isWhole,
    dailyPnl: result.daily,
    dailyBalance: {
      firstDay,
      total: pass.total.value,
      cash: pass.cash,
      allocated: difference(pass.total.value, pass.cash),
    },
    weight: result.linked.weight,
    flags: result.linked.flags,
  }
}

/** What a group adds to the return of the whole scope, in its parts: the weights of the whole on the group's days. */
export function contributionOf(
  weight: Float64Array,
  total: Float64Array,
  realized: Float64Array,
): Split3<number> {
  const whole = linkedContribution(weight, total)
  const realizedPart = linkedContribution(weight, realized)
  return { total: whole, realized: realizedPart, unrealized: whole - realizedPart }
}

/** Days that a rate of return needs behind it before it is shown. */
export const SHORTEST_XIRR_DAYS = 365

/**
 * What a money-weighted return rests on: the opening capital and what flowed in as negative amounts, what flowed out
 * and the closing capital as positive ones, each on its day. The capital and flows are those of the TWR: shorts with
 * their collateral, unless the scope is whole accounts.
 */
export function moneyWeightedFlows(pass: Pass, isWhole: boolean): DatedFlow[] {
  const { value, flow, collateral } = pass.total
  const last = value.length - 1
  const open = pass.period.from - 1
  const tied = (day: number): number => (isWhole ? 0 : (collateral[day] as number))
  const flows = [{ day: open, amount: -((value[0] as number) + tied(0)) }]
  for (let day = 1; day <= last; day += 1) {
    const amount = (flow[day] as number) + tied(day) - tied(day - 1)
    if (amount !== 0) flows.push({ day: open + day, amount: -amount })
  }
  flows.push({ day: open + last, amount: (value[last] as number) + tied(last) })
  return flows
}

/**
 * Money-weighted return of a scope: XIRR of its capital and flows. A fraction per year. Shown from one year on: shorter
 * periods give null.
 */
export function moneyWeightedReturn(pass: Pass, isWhole: boolean): InternalRate {
  if (pass.total.value.length - 1 < SHORTEST_XIRR_DAYS) return { rate: null, isAmbiguous: false, roots: [] }
  return xirr(moneyWeightedFlows(pass, isWhole))
}
