import { findGapDays } from '../figures/gaps.ts'
import type { QueryResult } from '../figures/query.ts'
import { FEE_TYPES, type FeeType } from '../ledger/transaction-type-lists.ts'
import { SHORTEST_ANNUAL_DAYS } from '../returns/annualize.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per day or event by construction; hence `as number` in the loops below.

/** Fees of a scope or group. Money in the result's currency. */
export interface FeeFigures {
  readonly sum: number
  readonly byType: Readonly<Record<FeeType, number>>
  /** Transactions with a fee, each counted once. */
  readonly count: number
  /** Fees in basis points of the scope's average value; groups add up to the scope. Null without a positive average. */
  readonly bps: number | null
  readonly bpsAnnualized: number | null
  readonly averageValue: number | null
  /** Fees that are left out because their rate, or the value of their position, is missing. */
  readonly leftOut: number
}

export interface FeeGroup extends FeeFigures {
  readonly group: string
  /** Fees in basis points of the group's own average value, which do not add up. Null by transaction type. */
  readonly ownBps: number | null
  readonly ownAverage: number | null
}

export interface FeesResult {
  readonly total: FeeFigures
  /** Calendar days that the average covers. */
  readonly days: number
  /** Fees per day and their running sum; index 0 is the opening close. */
  readonly daily: {
    readonly firstDay: number
    readonly fees: Float64Array
    readonly cumulative: Float64Array
    /** 1 on days with a fee that is left out. */
    readonly leftOut: Uint8Array
  }
  readonly groups: readonly FeeGroup[]
}

const BPS = 10_000
const DAYS_PER_YEAR = 365

/** Fees in basis points of an average value, fees / average x 10,000. Null when the average is not positive. */
export function feesBps(fees: number, averageValue: number): number | null {
  return averageValue > 0 ? (fees / averageValue) * BPS : null
}

/** Basis points of a period per year: bps x 365 / days. Null below one year, and without basis points. */
export function annualizedBps(bps: number | null, days: number): number | null {
  return bps === null || days < SHORTEST_ANNUAL_DAYS ? null : (bps * DAYS_PER_YEAR) / days
}

/** Mean of a column from an index to its end. */
function meanFrom(column: Float64Array, from: number): number {
  let sum = 0
  for (let day = from; day < column.length; day += 1) sum += column[day] as number
  return from < column.length ? sum / (column.length - from) : 0
}

/** Whether a value is missing on a day from an index on, so that an average over the days is not known. */
function hasGapDay(result: QueryResult, from: number): boolean {
  const gaps = findGapDays(result)
  if (gaps === null) return false
  return [gaps.unvaluedPositions, gaps.unvaluedCash].some(counts =>
    counts.subarray(from).some(count => count > 0),
  )
}

/** Fees by type and number of charged transactions, of every group and last of the whole scope. */
interface FeeTallies {
  readonly groups: readonly string[]
  /** FEE_TYPES.length sums per group. */
  readonly sums: Float64Array
  readonly charges: Uint32Array
  /** Fees left out for lack of a rate. */
  readonly leftOut: Uint32Array
  readonly daily: Float64Array
  readonly leftOutDays: Uint8Array
}

const SEVERAL = 2

/**
 * Number of events with a fee per transaction, up to SEVERAL. Most transactions have one and need no deduplication;
 * only the others are kept in a set, which saves a table of all transactions per group.
 */
function countFeeEvents(
  { events: { transaction }, transactionDays }: PortfolioSnapshot,
  fees: Float64Array,
): Uint8Array {
  const counts = new Uint8Array(transactionDays.length)
  for (let event = 0; event < fees.length; event += 1) {
    const posting = transaction[event] as number
    if (fees[event] !== 0) counts[posting] = Math.min(SEVERAL, (counts[posting] as number) + 1)
  }
  return counts
}

/** Sums the fees of the period's events, of one type or of all. */
function tallyFees(result: QueryResult, only: FeeType | null): FeeTallies {
  const { snapshot, views, feeScope, feesBy, isIn, period, dailyFigures, columns } = result
  const isByType = feesBy === 'transaction_type'
  const groups = isByType ? FEE_TYPES : (feeScope?.groups ?? [])
  const whole = groups.length
  const types = FEE_TYPES.length
  const sums = new Float64Array((whole + 1) * types)
  const charges = new Uint32Array(whole + 1)
  const leftOut = new Uint32Array(whole + 1)
  const leftOutDays = new Uint8Array(dailyFigures.total.fees.length)
  const daily = columns.column(dailyFigures.total.fees.length)
  const { day, position, feeKind, transaction, fees: own } = snapshot.events
  const { isComplete } = views.calculated
  const wanted = only === null ? -1 : FEE_TYPES.indexOf(only)
  const column = views.calculated.fees
  const feeEvents = countFeeEvents(snapshot, column)
  const counted = new Set<number>()
  const add = (group: number, type: number, posting: number, fees: number): void => {
    sums[group * types + type] = (sums[group * types + type] as number) + fees
    if (feeEvents[posting] === SEVERAL) {
      const place = posting * (whole + 1) + group
      if (counted.has(place)) return
      counted.add(place)
    }
    charges[group] = (charges[group] as number) + 1
  }
  for (let event = 0; event < day.length; event += 1) {
    const fees = column[event] as number
    if (fees === 0 && (isComplete || own[event] === 0)) continue
    const eventDay = day[event] as number
    const owner = position[event] as number
    if (eventDay < period.from || eventDay > period.to || isIn[owner] !== 1) continue
    const type = feeKind[event] as number
    if (wanted >= 0 && type !== wanted) continue
    const group = isByType ? type : feeScope ? (feeScope.groupIndex[owner] as number) : -1
    if (fees === 0) {
      leftOut[whole] = (leftOut[whole] as number) + 1
      leftOutDays[eventDay - period.from + 1] = 1
      if (group >= 0) leftOut[group] = (leftOut[group] as number) + 1
      continue
    }
    const index = eventDay - period.from + 1
    daily[index] = (daily[index] as number) + fees
    const posting = transaction[event] as number
    add(whole, type, posting, fees)
    if (group >= 0) add(group, type, posting, fees)
  }
  return { groups, sums, charges, leftOut, daily, leftOutDays }
}

/**
 * Fees of a result: all costs, including those inside trades and income. Trailer fees and refunds lower them; taxes are
 * not fees.
 *
 *     bps = fees / average value of all calendar days since the first transaction x 10,000
 *
 * The value is the NAV for whole accounts and, for any other scope, the value plus the collateral of its shorts. A
 * group's `bps` is its contribution: its fees over the average of the whole scope. `only` restricts the fees to one
 * type, over the same average. Basis points are null when the average is not positive, or when a fee or a value of the
 * average is missing. Money in the result's currency.
 */
export function computeFees(result: QueryResult, only: FeeType | null = null): FeesResult {
  const { dailyFigures, period, firstTransaction, isWhole, feeScope } = result
  const open = period.from - 1
  const from = Math.max(1, (firstTransaction ?? period.from) - open)
  const isWholeScope = isWhole[isWhole.length - 1] === true
  const collateral = isWholeScope ? 0 : meanFrom(dailyFigures.total.collateral, from)
  const isAverageKnown = !hasGapDay(result, from)
  const average = isAverageKnown ? meanFrom(dailyFigures.total.value, from) + collateral : 0
  const sums = tallyFees(result, only)
  const fees = sums.daily
  const cumulative = result.columns.column(fees.length)
  for (let day = 1; day < fees.length; day += 1)
    cumulative[day] = (cumulative[day - 1] as number) + (fees[day] as number)
  const days = fees.length - from
  const figures = (group: number): FeeFigures => {
    const ofType = (type: FeeType) => sums.sums[group * FEE_TYPES.length + FEE_TYPES.indexOf(type)] as number
    const byType = {
      fees: ofType('fees'),
      fees_cash: ofType('fees_cash'),
      trailer_fees: ofType('trailer_fees'),
    }
    const sum = byType.fees + byType.fees_cash + byType.trailer_fees
    const bps = sums.leftOut[group] === 0 ? feesBps(sum, average) : null
    return {
      sum,
      byType,
      count: sums.charges[group] as number,
      bps,
      bpsAnnualized: annualizedBps(bps, days),
      averageValue: average > 0 ? average : null,
      leftOut: sums.leftOut[group] as number,
    }
  }
  const columns =
    dailyFigures.secondaryValues.length > 0
      ? dailyFigures.secondaryValues
      : feeScope === null
        ? []
        : dailyFigures.groups.map(group => group.value)
  const groups = sums.groups.map((group, index): FeeGroup => {
    const all = figures(index)
    const column = columns[index]
    const averageOwn = column && isAverageKnown ? meanFrom(column, from) : 0
    return {
      group,
      ...all,
      ownBps: column && all.leftOut === 0 ? feesBps(all.sum, averageOwn) : null,
      ownAverage: averageOwn > 0 ? averageOwn : null,
    }
  })
  return {
    total: figures(sums.groups.length),
    days: Math.max(0, days),
    daily: { firstDay: open, fees, cumulative, leftOut: sums.leftOutDays },
    groups,
  }
}

/** The fees of a scope or group: null when none is known, a partial sum when some are left out. Unit as in `FeeFigures`. */
export function knownFees({ sum, leftOut }: FeeFigures): number | null {
  return leftOut > 0 && sum === 0 ? null : sum
}
