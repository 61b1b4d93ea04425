import type { Answer } from '../figures/question.ts'
import { FEE_TYPES } from '../ledger/vocabulary.ts'

// Columns have one value per day or event by construction; `as number` says so in the loops below.

/** Fees of a scope or group. Money in the answer's currency. */
export interface FeeFigures {
  readonly sum: number
  /** Basis points of the scope's average value; groups add up to the scope. Null without a positive average. */
  readonly bps: number | null
  readonly bpsAnnualized: number | null
  readonly averageValue: number | null
}

export interface FeeGroup extends FeeFigures {
  readonly group: string
  /** Basis points of the group's own average value, which do not add up. Null by transaction type. */
  readonly bpsOfOwn: number | null
}

export interface FeesAnswer {
  readonly total: FeeFigures
  /** Fees per day and their running sum; index 0 is the opening close. */
  readonly daily: {
    readonly firstDay: number
    readonly fees: Float64Array
    readonly cumulative: Float64Array
  }
  readonly groups: readonly FeeGroup[]
}

const BPS = 10_000
const DAYS_PER_YEAR = 365

/** Fees in basis points of an average value: fees / average x 10,000; null when the average is not positive. */
export function feesBps(fees: number, averageValue: number): number | null {
  return averageValue > 0 ? (fees / averageValue) * BPS : null
}

/** The same per year of 365 days, for periods that are not one year. */
export function annualizedBps(bps: number | null, days: number): number | null {
  return bps === null || days <= 0 ? null : (bps * DAYS_PER_YEAR) / days
}

/** Mean of a column from an index to its end. */
function meanFrom(column: Float64Array, from: number): number {
  let sum = 0
  for (let day = from; day < column.length; day += 1) sum += column[day] as number
  return from < column.length ? sum / (column.length - from) : 0
}

/** Fees per group over the events of the period. */
function sumsByGroup(answer: Answer): Map<string, number> {
  const { book, lenses, feeScope, feesBy, isIn, period } = answer
  const sums = new Map<string, number>()
  for (const group of feesBy === 'transaction_type' ? FEE_TYPES : (feeScope?.groups ?? [])) sums.set(group, 0)
  const { day, position, feeKind } = book.events
  for (let event = 0; event < day.length; event += 1) {
    const fees = lenses.calculated.fees[event] as number
    const eventDay = day[event] as number
    const owner = position[event] as number
    if (fees === 0 || eventDay < period.from || eventDay > period.to || isIn[owner] !== 1) continue
    const group =
      feesBy === 'transaction_type'
        ? FEE_TYPES[feeKind[event] as number]
        : feeScope?.groups[feeScope.groupOf[owner] as number]
    if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + fees)
  }
  return sums
}

/**
 * Fees of an answer: all costs, those inside trades and income included; trailer fees and refunds lower them;
 * taxes are never among them.
 *
 *     bps = fees / average value of all calendar days since the first booking x 10,000
 *
 * The value is the NAV for whole accounts and, for any other scope, the value plus what its shorts tie up.
 * A group's `bps` is its contribution: its fees over the average of the whole scope.
 */
export function feesOf(answer: Answer): FeesAnswer {
  const { pass, period, firstBooking, isWhole, feeScope } = answer
  const open = period.from - 1
  const from = Math.max(1, (firstBooking ?? period.from) - open)
  const isWholeScope = isWhole[isWhole.length - 1] === true
  const tied = isWholeScope ? 0 : meanFrom(pass.total.collateral, from)
  const average = meanFrom(pass.total.value, from) + tied
  const { fees } = pass.total
  const cumulative = new Float64Array(fees.length)
  for (let day = 1; day < fees.length; day += 1)
    cumulative[day] = (cumulative[day - 1] as number) + (fees[day] as number)
  const days = fees.length - from
  const figures = (sum: number): FeeFigures => {
    const bps = feesBps(sum, average)
    return { sum, bps, bpsAnnualized: annualizedBps(bps, days), averageValue: average > 0 ? average : null }
  }
  const columns =
    pass.sideValues.length > 0
      ? pass.sideValues
      : feeScope === null
        ? []
        : pass.groups.map(group => group.value)
  const groups = [...sumsByGroup(answer)].map(([group, sum], index): FeeGroup => {
    const own = columns[index]
    return { group, ...figures(sum), bpsOfOwn: own ? feesBps(sum, meanFrom(own, from)) : null }
  })
  return {
    total: figures(cumulative[cumulative.length - 1] as number),
    daily: { firstDay: open, fees, cumulative },
    groups,
  }
}
