import type { Period } from '../calendar/period.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { isAnnualPeriod } from '../returns/annualize.ts'
import {
  emptyChain,
  type LinkedReturn,
  type LinkedSeries,
  linkDay,
  linkedReturn,
  linkReturns,
  type ReturnInputs,
} from '../returns/linking.ts'
import { type DatedFlow, type InternalRate, xirr } from '../returns/xirr.ts'
import type { ColumnSource } from '../series/columns.ts'
import type { DailyFigures, DayColumns } from './daily/daily-columns.ts'

// Columns have one value per day by construction; hence `as number` in the loops below.

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
  /** Capital of each day, by which its P/L is divided. */
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

/** P/L of a day: value of its close - value of the previous close - flow of the day. */
function pnlOn({ value, flow }: DayColumns, day: number): number {
  return (value[day] as number) - (value[day - 1] as number) - (flow[day] as number)
}

/**
 * Capital of a day: value of the previous close + peak of the day's running inflow ('inflows at the start, outflows at
 * the end'). Scopes other than whole accounts add the collateral and proceeds of their shorts, which are capital too.
 */
function baseOn({ value, peak, collateral }: DayColumns, isWhole: boolean, day: number): number {
  const before = value[day - 1] as number
  const inflow = peak[day] as number
  const pledged = isWhole ? 0 : (collateral[day - 1] as number)
  const capital = before + pledged + inflow
  const scale = Math.abs(before) + Math.abs(pledged) + Math.abs(inflow)
  // The float64 residue of sums that cancel is not capital.
  return Math.abs(capital) < VALUE_TOLERANCE * scale ? 0 : capital
}

/** Daily P/L of a scope: value - previous value - flow. Index 0, the opening close, is 0. Unit: the columns' currency. */
export function dailyPnl(scope: DayColumns, columns: ColumnSource): Float64Array {
  const total = columns.column(scope.value.length)
  for (let day = 1; day < total.length; day += 1) total[day] = pnlOn(scope, day)
  return total
}

/**
 * Daily capital of a scope: previous value + peak of the day's inflow, plus the collateral of shorts unless the scope
 * consists of whole accounts. Index 0 is 0. Unit: the columns' currency.
 */
export function dailyBase(scope: DayColumns, isWhole: boolean, columns: ColumnSource): Float64Array {
  const base = columns.column(scope.value.length)
  for (let day = 1; day < base.length; day += 1) base[day] = baseOn(scope, isWhole, day)
  return base
}

/** A group's own return and its contribution to the return of the scope. */
export interface GroupReturn {
  readonly own: LinkedReturn
  readonly contribution: Split3<number>
}

/**
 * The time-weighted return of a group, and its contribution to that of the scope.
 *
 *     contribution = sum over days of weight of the scope on the day x P/L of the group
 *
 * Computed without daily columns, since a group's return is not shown day by day. Fractions; the own return is null as in
 * `linkReturns`.
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
  return { own: linkedReturn(chain), contribution: { total, realized, unrealized: total - realized } }
}

function sumColumn(column: Float64Array): number {
  let sum = 0
  for (let day = 0; day < column.length; day += 1) sum += column[day] as number
  return sum
}

/** P/L, return and daily series of a scope from its daily columns. The series are computed on first access. */
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
  const pnlTotal = sumColumn(total)
  const pnlRealized = sumColumn(realized)
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
  /** At the end of the period. `total` is the NAV, `cash` includes overdrafts. */
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
  /** Per day: contribution of one unit of P/L to the return, for the contributions of groups and positions. */
  readonly weight: Float64Array
  readonly flags: readonly Flag[]
}

/**
 * Performance of the whole scope of daily figures.
 *
 *     closing value = opening value + net flow + P/L        TWR: see `linkReturns`
 *
 * Realized P/L is posted, unrealized is the rest, so the parts add up on every day. Money in the view's currency, returns
 * as fractions; returns are null without capital and after a total loss.
 */
export function computePerformance(
  dailyFigures: DailyFigures,
  view: Pick<CurrencyView, 'currency'>,
  isWhole: boolean,
  columns: ColumnSource,
): Performance {
  const firstDay = dailyFigures.period.from - 1
  const result = scopeResult(dailyFigures.total, isWhole, firstDay, columns)
  const last = dailyFigures.cash.length - 1
  const cash = dailyFigures.cash[last] as number
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
        total: dailyFigures.total.value,
        cash: dailyFigures.cash,
        allocated: difference(dailyFigures.total.value, dailyFigures.cash, columns),
      }
      return dailyBalance
    },
    weight: result.linked.weight,
    flags: result.linked.flags,
  }
}

/**
 * The flows of a money-weighted return: opening capital and inflows as negative amounts, outflows and closing capital as
 * positive ones, each on its day. Capital and flows are those of the TWR: they include the collateral of shorts unless
 * the scope consists of whole accounts. Unit: the view's currency.
 */
export function moneyWeightedFlows(dailyFigures: DailyFigures, isWhole: boolean): DatedFlow[] {
  const { value, flow, collateral } = dailyFigures.total
  const last = value.length - 1
  const open = dailyFigures.period.from - 1
  const pledged = (day: number): number => (isWhole ? 0 : (collateral[day] as number))
  const flows = [{ day: open, amount: -((value[0] as number) + pledged(0)) }]
  for (let day = 1; day <= last; day += 1) {
    const amount = (flow[day] as number) + pledged(day) - pledged(day - 1)
    if (amount !== 0) flows.push({ day: open + day, amount: -amount })
  }
  flows.push({ day: open + last, amount: (value[last] as number) + pledged(last) })
  return flows
}

/** Below, a value is what float64 leaves of one that was sold. Unit: the view's currency. */
const NOTHING = 1e-6

/**
 * The part of a period from the first day on which the scope has capital: a return of three years, two of them empty, is
 * that of one year.
 */
export function investedPeriod({ period, total }: DailyFigures): Period {
  const { value, flow, collateral } = total
  const first = value.findIndex((amount, day) =>
    [amount, flow[day] as number, collateral[day] as number].some(each => Math.abs(each) > NOTHING),
  )
  return first <= 0 ? period : { from: period.from - 1 + first, to: period.to }
}

/**
 * Money-weighted return of a scope: XIRR of `moneyWeightedFlows`, a fraction per year. Null where the scope had capital
 * for less than a year.
 */
export function moneyWeightedReturn(dailyFigures: DailyFigures, isWhole: boolean): InternalRate {
  if (!isAnnualPeriod(investedPeriod(dailyFigures))) return { rate: null, isAmbiguous: false, roots: [] }
  return xirr(moneyWeightedFlows(dailyFigures, isWhole))
}
