import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { type CurrencyView, NOT_LATE } from '../currency/currency-view.ts'
import { segmentOn } from '../currency/position-value.ts'
import { EVENT, INCOME, isDisposal } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per position, segment or event by construction; hence `as number` in the loops below.

/** Amounts of a position that depend on a missing price or rate. They are unknown, which is not 0. */
export interface UnknownAmounts {
  pnl: boolean
  /** The P/L of the whole life, of which the break-even price is derived. */
  lifePnl: boolean
  cost: boolean
  costOfClosed: boolean
  proceeds: boolean
  fees: boolean
  taxes: boolean
  dividends: boolean
  interest: boolean
  otherIncome: boolean
}

/** Whether the amounts of an event are left out: its position is not valued yet, or it has no rate. */
export function isLeftOut(
  { events }: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  event: number,
): boolean {
  return (events.day[event] as number) <= (view.entryDay[position] as number) || view.unconverted.has(event)
}

/** Whether an event moves money or units at a value, so that it needs a rate. */
export function hasMoney({ events }: PortfolioSnapshot, event: number): boolean {
  return (
    events.posted[event] !== 0 ||
    events.income[event] !== 0 ||
    events.fees[event] !== 0 ||
    events.taxes[event] !== 0
  )
}

/** The first days of a period from which the P/L of a position is unknown; null where there is none. */
interface FirstUnknownDay {
  /** It was held or had transactions before its first valued close: unknown until then. */
  readonly outside: Day | null
  /** A transaction has no rate: unknown from then on. */
  readonly unconverted: Day | null
}

export function findFirstUnknownDay(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  { from, to }: Period,
): FirstUnknownDay {
  const { events, positions, segments } = snapshot
  const entryDay = view.entryDay[position] as number
  let outside = Number.POSITIVE_INFINITY
  let unconverted = Number.POSITIVE_INFINITY
  const lastSegment = positions.segmentFrom[position + 1] as number
  for (let place = positions.segmentFrom[position] as number; place < lastSegment; place += 1)
    if ((segments.to[place] as number) >= from - 1)
      outside = Math.min(outside, Math.max(from, segments.from[place] as number))
  const last = positions.eventFrom[position + 1] as number
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > to) break
    if (day < from || !hasMoney(snapshot, event)) continue
    outside = Math.min(outside, day)
    if (view.unconverted.has(event)) unconverted = Math.min(unconverted, day)
  }
  const isOutside = outside <= to && outside < entryDay
  return { outside: isOutside ? outside : null, unconverted: unconverted <= to ? unconverted : null }
}

/**
 * Whether the P/L of a position in a period depends on a missing price or rate: it is not valued by the end though it
 * was held or had transactions, or a transaction of the period has no rate. One that is valued by the end entered at its
 * first valued close, and its P/L is the one since.
 */
export function isPnlUnknown(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  period: Period,
): boolean {
  if ((snapshot.positions.openDay[position] as number) > period.to) return false
  const isOutside = (view.entryDay[position] as number) > period.to
  if (!isOutside && view.missingRate[position] !== 1) return false
  const { outside, unconverted } = findFirstUnknownDay(snapshot, view, position, period)
  return unconverted !== null || (isOutside && outside !== null)
}

/**
 * The amounts of a position that are unknown: sums of the period (fees, taxes, income) and of the whole life (cost,
 * proceeds) in which a transaction is left out. Zero needs no exchange rate. Null when all are known.
 */
export function findUnknownAmounts(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  period: Period,
): UnknownAmounts | null {
  const { events, positions } = snapshot
  const entryDay = view.entryDay[position] as number
  if (entryDay === NOT_LATE && view.missingRate[position] !== 1) return null
  const isOutside = entryDay > period.to
  const unknown: UnknownAmounts = {
    pnl: isPnlUnknown(snapshot, view, position, period),
    lifePnl: false,
    cost: isOutside && segmentOn(snapshot, position, period.to) >= 0,
    costOfClosed: false,
    proceeds: false,
    fees: false,
    taxes: false,
    dividends: false,
    interest: false,
    otherIncome: false,
  }
  const last = positions.eventFrom[position + 1] as number
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (!isLeftOut(snapshot, view, position, event)) continue
    if (view.unconverted.has(event) && hasMoney(snapshot, event)) unknown.lifePnl = true
    markLifeSums(snapshot, view, event, unknown)
    if (day >= period.from) markPeriodSums(snapshot, event, unknown)
  }
  return Object.values(unknown).includes(true) ? unknown : null
}

/** Marks the sums of the whole life that an event left out belongs to. */
function markLifeSums(
  { events }: PortfolioSnapshot,
  view: CurrencyView,
  event: number,
  unknown: UnknownAmounts,
): void {
  const kind = events.kind[event] as number
  const isUnconverted = view.unconverted.has(event)
  // What is disposed of before the first valued close has neither known proceeds nor a known cost.
  if (isDisposal(kind) && (!isUnconverted || events.posted[event] !== 0)) {
    unknown.proceeds = true
    unknown.costOfClosed = true
  }
  if (!isUnconverted || events.posted[event] === 0) return
  unknown.costOfClosed = true
  if (kind !== EVENT.cash) unknown.cost = true
}

/** Marks the sums of the period that an event left out belongs to. */
function markPeriodSums({ events }: PortfolioSnapshot, event: number, unknown: UnknownAmounts): void {
  if (events.fees[event] !== 0) unknown.fees = true
  if (events.taxes[event] !== 0) unknown.taxes = true
  if (events.income[event] === 0) return
  const kind = events.incomeKind[event] as number
  if (kind === INCOME.dividend) unknown.dividends = true
  else if (kind === INCOME.interest) unknown.interest = true
  else unknown.otherIncome = true
}
