import type { Day } from '../calendar/day.ts'
import { unitsOn } from '../currency/position-value.ts'
import { type Filter, positionsInScope } from '../figures/scope.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { PortfolioEvent } from './calendar.ts'

/** Projected cash of one currency on a day with an expected cash flow. */
export interface CashPoint {
  readonly day: Day
  readonly amount: number
  /** The part of the amount that is estimated from past events. */
  readonly estimated: number
  readonly balance: number
}

/** The projected cash of a scope in one currency. */
export interface ProjectedCash {
  readonly currency: string
  readonly opening: number
  readonly points: readonly CashPoint[]
  readonly closing: number
}

/** The accounts whose cash is projected, with the meaning of `EventsQuery`. */
export interface ProjectedCashQuery {
  readonly asOf?: Day
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Pick<Filter, 'accounts' | 'custodians'>
}

function balances(
  snapshot: PortfolioSnapshot,
  { asOf = snapshot.lastDay, mask, filter = {} }: ProjectedCashQuery,
): Map<string, number> {
  const sums = new Map<string, number>()
  const isIn = positionsInScope(snapshot, mask, filter)
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.instrument[position] ?? -1) >= 0) continue
    const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
    sums.set(
      currency,
      (sums.get(currency) ?? 0) + unitsOn(snapshot, position, Math.min(asOf, snapshot.lastDay)),
    )
  }
  return sums
}

/**
 * Projects cash by currency, assuming that only the given events happen.
 *
 *     balance on a day = balance at `asOf` + expected cash flows until the day
 *
 * Events up to `asOf` are ignored. Each amount is in its own currency; currencies are in alphabetical order.
 */
export function projectedCash(
  snapshot: PortfolioSnapshot,
  query: ProjectedCashQuery,
  events: readonly PortfolioEvent[],
): ProjectedCash[] {
  const asOf = query.asOf ?? snapshot.lastDay
  const opening = balances(snapshot, query)
  const days = new Map<string, Map<Day, { amount: number; estimated: number }>>()
  for (const { day, money, isEstimated } of events)
    for (const { currency, amount } of day > asOf ? money : []) {
      const ofCurrency = days.get(currency) ?? new Map<Day, { amount: number; estimated: number }>()
      const point = ofCurrency.get(day) ?? { amount: 0, estimated: 0 }
      ofCurrency.set(day, {
        amount: point.amount + amount,
        estimated: point.estimated + (isEstimated ? amount : 0),
      })
      days.set(currency, ofCurrency)
    }
  const currencies = [...new Set([...opening.keys(), ...days.keys()])].sort()
  return currencies.map(currency => {
    let balance = opening.get(currency) ?? 0
    const points = [...(days.get(currency) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([day, { amount, estimated }]) => {
        balance += amount
        return { day, amount, estimated, balance }
      })
    return { currency, opening: opening.get(currency) ?? 0, points, closing: balance }
  })
}
