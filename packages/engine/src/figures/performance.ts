import type { CurrencyView } from '../currency/currency-view.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import {
  emptyChain,
  type LinkedReturn,
  type LinkedSeries,
  linkDay,
  linkReturns,
  type ReturnInputs,
  returnOf,
} from '../returns/linking.ts'
import { type DatedFlow, type InternalRate, xirr } from '../returns/xirr.ts'
import type { ColumnSource } from '../series/columns.ts'
import type { DayColumns, Pass } from './daily-pass.ts'

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
interface ScopeResult {
  readonly start: number
  readonly end: number
  readonly cashFlow: { readonly net: number; readonly deposits: number; readonly withdrawals: number }
  readonly pnl: Split3<number>
  readonly linked: LinkedSeries
  readonly daily: DailySeries3
}

function runningSum(column: Float64Array, columns: ColumnSource): Float64Array {
  const sums = columns.column(column.length)
  let sum = 0
  for (let day = 0; day < column.length; day += 1) {
    sum += column[day] as number
    sums[day] = sum
  }
  return sums
}

function difference(a: Float64Array, b: Float64Array, columns: ColumnSource): Float64Array {
  const result = columns.column(a.length)
  for (let day = 0; day < a.length; day += 1) result[day] = (a[day] as number) - (b[day] as number)
  return result
}

/** P/L of a day: value of its close - value of the close before - flow of the day. */
function pnlOn({ value, flow }: DayColumns, day: number): number {
  return (value[day] as number) - (value[day - 1] as number) - (flow[day] as number)
}

const CAPITAL_DUST = 1e-12

/**
 * Capital of a day: what was there at the close before, plus the most that flowed in at one time during the
 * day ('inflows at the start, outflows at the end'). Whole accounts count their value; any other scope adds the
 * collateral and proceeds of its shorts, which are money at work too.
 */
function baseOn({ value, peak, collateral }: DayColumns, isWhole: boolean, day: number): number {
  const before = value[day - 1] as number
  const inflow = peak[day] as number
  const tied = isWhole ? 0 : (collateral[day - 1] as number)
  const capital = before + tied + inflow
  const scale = Math.abs(before) + Math.abs(tied) + Math.abs(inflow) + 1
  // What is left of sums that cancel is no capital.
  return Math.abs(capital) < CAPITAL_DUST * scale ? 0 : capital
}

/** Daily P/L of a scope. Realized is posted, unrealized is the rest, so the parts add up on every day. */
export function dailyPnl(scope: DayColumns, columns: ColumnSource): Float64Array {
  const total = columns.column(scope.value.length)
  for (let day = 1; day < total.length; day += 1) total[day] = pnlOn(scope, day)
  return total
}

/** Daily capital of a scope. */
export function dailyBase(scope: DayColumns, isWhole: boolean, columns: ColumnSource): Float64Array {
  const base = columns.column(scope.value.length)
  for (let day = 1; day < base.length; day += 1) base[day] = baseOn(scope, isWhole, day)
  return base
}

/** A group's own return, and what it adds to that of the scope. */
export interface GroupReturn {
  readonly own: LinkedReturn
  readonly contribution: Split3<number>
}

/**
 * The return of a group, linked like that of a scope, and its contribution: the weights of the whole scope on the
 * group's days. In one pass and without columns of its own, since nothing of it is shown day by day.
 */
export function groupReturn(group: DayColumns, isWhole: boolean, weight: Float64Array): GroupReturn {
  const chain = emptyChain()
  let total = 0
  let realized = 0
  for (let day = 1; day < weight.length; day += 1) {
    const pnl = pnlOn(group, day)
    const result = group.realized[day] as number
    linkDay(chain, baseOn(group, isWhole, day), pnl, result)
    total += (weight[day] as number) * pnl
    realized += (weight[day] as number) * result
  }
  return { own: returnOf(chain), contribution: { total, realized, unrealized: total - realized } }
}

function sumOf(column: Float64Array): number {
  let sum = 0
  for (let day = 0; day < column.length; day += 1) sum += column[day] as number
  return sum
}

/** P/L, return and daily series of a scope from its daily columns. The series are made when they are read. */
function scopeResult(
  scope: DayColumns,
  isWhole: boolean,
  firstDay: number,
  columns: ColumnSource,
): ScopeResult {
  const { value, realized, deposits, withdrawals } = scope
  const { length } = value
  const total = dailyPnl(scope, columns)
  const base = dailyBase(scope, isWhole, columns)
  const linked = linkReturns({ base, total, realized }, columns)
  const pnlTotal = sumOf(total)
  const pnlRealized = sumOf(realized)
  let daily: DailySeries3 | null = null
  return {
    start: value[0] as number,
    end: value[length - 1] as number,
    cashFlow: { net: deposits + withdrawals, deposits, withdrawals },
    pnl: { total: pnlTotal, realized: pnlRealized, unrealized: pnlTotal - pnlRealized },
    linked,
    get daily() {
      daily ??= dailySeries({ base, total, realized }, linked, firstDay, columns)
      return daily
    },
  }
}

function dailySeries(
  { base, total, realized }: ReturnInputs,
  linked: LinkedSeries,
  firstDay: number,
  columns: ColumnSource,
): DailySeries3 {
  const split = (whole: Float64Array, part: Float64Array): Split3<Float64Array> => ({
    total: whole,
    realized: part,
    unrealized: difference(whole, part, columns),
  })
  return {
    firstDay,
    base,
    pnl: split(total, realized),
    cumulative: split(runningSum(total, columns), runningSum(realized, columns)),
    cumulativeReturn: split(linked.cumulative, linked.cumulativeRealized),
  }
}

/** The performance of a query's scope: balance, cash flow, P/L absolute and relative, and daily series. */
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

/** Performance of the whole scope of a pass. Money in the currency view' currency, returns as fractions. */
export function performanceOf(
  pass: Pass,
  view: Pick<CurrencyView, 'currency'>,
  isWhole: boolean,
  columns: ColumnSource,
): Performance {
  const firstDay = pass.period.from - 1
  const result = scopeResult(pass.total, isWhole, firstDay, columns)
  const last = pass.cash.length - 1
  const cash = pass.cash[last] as number
  let dailyBalance: Performance['dailyBalance'] | null = null
  return {
    currency: view.currency,
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
    get dailyPnl() {
      return result.daily
    },
    get dailyBalance() {
      dailyBalance ??= {
        firstDay,
        total: pass.total.value,
        cash: pass.cash,
        allocated: difference(pass.total.value, pass.cash, columns),
      }
      return dailyBalance
    },
    weight: result.linked.weight,
    flags: result.linked.flags,
  }
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
