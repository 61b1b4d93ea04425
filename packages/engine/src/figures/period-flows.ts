import type { Day } from '../calendar/day.ts'
import { NOT_LATE, postingRate } from '../currency/currency-view.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { eventsBetween } from '../snapshot/events-between.ts'
import type { QueryResult } from './query.ts'
import { isLeftOut } from './unknown-amounts.ts'

/** Deposits and withdrawals of a period; null when one of them cannot be stated. Unit: the result's currency. */
export interface PeriodFlows {
  readonly net: number | null
  readonly deposits: number | null
  readonly withdrawals: number | null
  /** Per day of the period, index 0 being the opening close; NaN on a day with a flow that cannot be stated. */
  readonly daily: Float64Array
}

/** The flow of one transaction. Null without a rate of its day, or without an amount. */
export interface TransactionFlow {
  readonly day: Day
  /** The legs in the scope. */
  readonly events: readonly number[]
  readonly value: number | null
  /** Whether a leg belongs to a position that has no price or rate yet. */
  readonly hasUnvalued: boolean
}

/**
 * The flows of a result's transactions, for a scope in which a price or rate is missing.
 *
 *     flow of a transaction = posted values of its legs in the scope - P/L items owned in the scope
 *
 * A payment needs the rate of its own day, not a value of what it paid for: legs of a position that is not valued by the
 * end of the period count at the rate of their transaction. Legs before a first valued close within the period do not
 * count, since the position enters at its value then. Transactions without a flow are left out: they need no rate.
 */
export function listFlows(result: QueryResult): TransactionFlow[] {
  const { snapshot, period, isIn } = result
  const byPosting = Map.groupBy(
    [...eventsBetween(snapshot, period.from, period.to)].filter(
      event => isIn[snapshot.events.position[event] ?? -1] === 1,
    ),
    event => snapshot.events.posting[event] ?? 0,
  )
  const flows: TransactionFlow[] = []
  for (const [posting, events] of byPosting) {
    const flow = {
      day: snapshot.events.day[events[0] ?? 0] ?? 0,
      events,
      ...sumLegs(result, posting, events),
    }
    if (flow.value !== 0) flows.push(flow)
  }
  return flows
}

function sumLegs(
  { snapshot, views, period }: QueryResult,
  posting: number,
  events: readonly number[],
): Pick<TransactionFlow, 'value' | 'hasUnvalued'> {
  const view = views.calculated
  // What has a value is converted already; the rest is in the currency that the transaction settled in.
  let [flow, gross, settled, settledGross] = [0, 0, 0, 0]
  let unknownUnits = 0
  let hasUnvalued = false
  for (const event of events) {
    const position = snapshot.events.position[event] ?? 0
    const isUnconverted = view.unconverted.has(event)
    const isWaiting = !isUnconverted && isLeftOut(snapshot, view, position, event)
    const [columns, isRaw] =
      isUnconverted || (isWaiting && (view.entryDay[position] ?? 0) > period.to)
        ? [snapshot.events, true]
        : [view, false]
    const amount = columns.posted[event] ?? 0
    // Units without a value that only move within the scope are no flow.
    if (Number.isNaN(amount)) unknownUnits += snapshot.events.quantity[event] ?? 0
    const posted = Number.isNaN(amount) ? 0 : amount
    const owned = (columns.income[event] ?? 0) - (columns.fees[event] ?? 0) - (columns.taxes[event] ?? 0)
    const size = Math.abs(posted) + Math.abs(owned)
    if (isRaw) {
      settled += posted - owned
      settledGross += size
      hasUnvalued ||= size !== 0 || Number.isNaN(amount)
    } else {
      flow += posted - owned
      gross += size
    }
  }
  if (Math.abs(settled) <= VALUE_TOLERANCE * settledGross) settled = 0
  // Zero needs no exchange rate.
  if (settled !== 0) {
    const rate = postingRate(view, snapshot, posting, snapshot.currencies.indexOf(view.currency ?? ''))
    flow += settled * rate
    gross += settledGross * rate
  }
  if (Number.isNaN(flow) || Math.abs(unknownUnits) > VALUE_TOLERANCE) return { value: null, hasUnvalued }
  return { value: Math.abs(flow) > VALUE_TOLERANCE * gross ? flow : 0, hasUnvalued }
}

/**
 * The flows of a period in which a price or rate is missing: those of its transactions, and positions at their first
 * valued close within it as inflows in kind. Null where the rate of a payment's own day, or an amount, is missing.
 */
export function sumFlows(result: QueryResult): PeriodFlows {
  const { views, isIn, period } = result
  const { entryDay, entryValue } = views.calculated
  const daily = new Float64Array(Math.max(1, period.to - period.from + 2))
  const sums = { deposits: 0, withdrawals: 0 }
  let isKnown = true
  const add = (day: Day, value: number | null): void => {
    const index = day - period.from + 1
    daily[index] = (daily[index] ?? 0) + (value ?? Number.NaN)
    if (value === null) isKnown = false
    else sums[value > 0 ? 'deposits' : 'withdrawals'] += value
  }
  for (const { day, value } of listFlows(result)) add(day, value)
  for (const [position, day] of entryDay.entries())
    if (day !== NOT_LATE && day >= period.from && day <= period.to && isIn[position] === 1)
      add(day, entryValue[position] ?? 0)
  if (!isKnown) return { net: null, deposits: null, withdrawals: null, daily }
  return { net: sums.deposits + sums.withdrawals, ...sums, daily }
}
