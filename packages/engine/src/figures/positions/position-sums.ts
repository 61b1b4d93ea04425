import type { Period } from '../../calendar/period.ts'
import type { CurrencyView } from '../../currency/currency-view.ts'
import { positionValue, segmentOn } from '../../currency/position-value.ts'
import { EVENT, INCOME, isDisposal } from '../../posting/journal.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import { findUnknownAmounts, type UnknownAmounts } from '../unknown-amounts.ts'

// Columns have one value per position or event by construction; hence `as number` in the loops below.

/** Sums of one position over a period and over its life until the period's end, in the view's currency. */
export interface PositionSums {
  readonly position: number
  /** Last day of the period. */
  readonly to: number
  /** Value at the opening close; 0 before it could be valued. */
  readonly start: number
  /** Value at the end; null when it cannot be valued. */
  readonly end: number | null
  readonly posted: number
  readonly realizedPrice: number
  readonly dividends: number
  readonly interest: number
  readonly otherIncome: number
  readonly fees: number
  readonly taxes: number
  /** Since the first transaction: posted value, net income, and gains that came with carried lots. */
  readonly lifePosted: number
  readonly lifeResult: number
  readonly carriedGain: number
  /** Proceeds of disposals since the first transaction, before costs, and the cost of the disposed lots; negative for shorts. */
  readonly proceeds: number
  readonly costOfClosed: number
  /** Open cost and signed quantity at the end. */
  readonly cost: number
  readonly quantity: number
  /** Number of events within the period. */
  readonly events: number
  /** Which amounts are unknown for lack of a price or rate; null when all are known. */
  readonly unknown: UnknownAmounts | null
}

/** The value of a position at a close: 0 without a holding or claim, null while it cannot be valued. */
function countedValue(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  day: number,
): number | null {
  const segment = segmentOn(snapshot, position, day)
  if (segment < 0) return 0
  return (view.entryDay[position] as number) > day
    ? null
    : positionValue(snapshot, view, position, day, segment)
}

/**
 * Sums a position's events over a period and over its life until the end of the period.
 *
 *     P/L of the period = end - start - posted + dividends + interest + other income - fees - taxes
 *
 * A position whose first valued close lies within the period enters with that value, as if it were posted. `end` is null
 * when it cannot be valued. Unit: the view's currency.
 */
export function sumPosition(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  period: Period,
): PositionSums {
  const { events, positions } = snapshot
  const open = period.from - 1
  // Local variables, since adding to the properties of an object is slower.
  let posted = 0
  let realizedPrice = 0
  let dividends = 0
  let interest = 0
  let otherIncome = 0
  let fees = 0
  let taxes = 0
  let lifePosted = 0
  let lifeResult = 0
  let carriedGain = 0
  let proceeds = 0
  let costOfClosed = 0
  let cost = 0
  let quantity = 0
  let count = 0
  const last = positions.eventFrom[position + 1] as number
  const entryDay = view.entryDay[position] as number
  const isLate = entryDay >= (positions.openDay[position] as number)
  let isInside = !isLate
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    const kind = events.kind[event] as number
    const value = view.posted[event] as number
    const costAfter = view.costAfter[event] as number
    if (!isInside && day > entryDay) {
      isInside = true
      cost = view.entryCost[position] as number
    }
    if (kind === EVENT.carryIn && day > entryDay) carriedGain += value - (costAfter - cost)
    if (events.quantity[event] !== 0) quantity = events.after[event] as number
    if (isDisposal(kind)) {
      proceeds -= value
      costOfClosed += cost - costAfter
    }
    cost = costAfter
    const income = view.income[event] as number
    const fee = view.fees[event] as number
    const tax = view.taxes[event] as number
    lifePosted += value
    lifeResult += income - fee - tax
    if (day <= open) continue
    count += 1
    posted += value
    realizedPrice += view.realized[event] as number
    fees += fee
    taxes += tax
    if (income === 0) continue
    const incomeKind = events.incomeKind[event] as number
    if (incomeKind === INCOME.dividend) dividends += income
    else if (incomeKind === INCOME.interest) interest += income
    else otherIncome += income
  }
  if (isLate && entryDay <= period.to) {
    const value = view.entryValue[position] as number
    lifePosted += value
    carriedGain += value - (view.entryCost[position] as number)
    if (entryDay > open) posted += value
    if (!isInside && quantity !== 0) cost = view.entryCost[position] as number
  }
  return {
    position,
    to: period.to,
    start: countedValue(snapshot, view, position, open) ?? 0,
    end: countedValue(snapshot, view, position, period.to),
    posted,
    realizedPrice,
    dividends,
    interest,
    otherIncome,
    fees,
    taxes,
    lifePosted,
    lifeResult,
    carriedGain,
    proceeds,
    costOfClosed,
    cost,
    quantity,
    events: count,
    unknown: view.isComplete ? null : findUnknownAmounts(snapshot, view, position, period),
  }
}

/** Dividends + interest + other income - fees - taxes of the period, in the currency of the sums. */
export function netIncome(sums: PositionSums): number {
  return sums.dividends + sums.interest + sums.otherIncome - sums.fees - sums.taxes
}

/**
 * P/L of the period, in the currency of the sums.
 *
 *     total = end - start - posted + net income
 *     realized = realized price gains + net income        unrealized = total - realized
 *
 * Null when the end cannot be valued. Amounts without a rate are left out, see `knownPnl`.
 */
export function computePnl(
  sums: PositionSums,
): { total: number; realized: number; unrealized: number } | null {
  if (sums.end === null) return null
  const income = netIncome(sums)
  const total = sums.end - sums.start - sums.posted + income
  const realized = sums.realizedPrice + income
  return { total, realized, unrealized: total - realized }
}

/** The P/L of the period, or null when an amount that it depends on is unknown. */
export function knownPnl(sums: PositionSums): ReturnType<typeof computePnl> {
  return sums.unknown?.pnl ? null : computePnl(sums)
}
