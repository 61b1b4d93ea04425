import type { Day } from '../calendar/day.ts'
import { unitsOn } from '../currency/position-value.ts'
import { type Filter, positionsInScope } from '../figures/scope.ts'
import { currencyDecimals } from '../money/rounding.ts'
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
  /** The first day with a balance below zero: `asOf` if it is now, null if it never is. */
  readonly runsDry: Day | null
}

/** What moves cash: a part of an upcoming event. */
export type CashMovement = Pick<PortfolioEvent, 'day' | 'account' | 'money' | 'isEstimated'>

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
 * Events up to `asOf` are ignored, and those of accounts without cash, whose payments settle elsewhere. A balance is
 * below zero from half of the currency's smallest unit on. Each amount is in its own currency; currencies are in
 * alphabetical order.
 */
export function projectedCash(
  snapshot: PortfolioSnapshot,
  query: ProjectedCashQuery,
  events: readonly CashMovement[],
): ProjectedCash[] {
  const asOf = query.asOf ?? snapshot.lastDay
  const opening = balances(snapshot, query)
  const days = new Map<string, Map<Day, { amount: number; estimated: number }>>()
  const settlesElsewhere = new Set(
    snapshot.accounts.filter(({ cash }) => cash === 'none').map(({ id }) => id),
  )
  for (const { day, account, money, isEstimated } of events)
    for (const { currency, amount } of day > asOf && !settlesElsewhere.has(account) ? money : []) {
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
    const start = opening.get(currency) ?? 0
    const lowest = -0.5 / 10 ** currencyDecimals(currency)
    let balance = start
    const points = [...(days.get(currency) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([day, { amount, estimated }]) => {
        balance += amount
        return { day, amount, estimated, balance }
      })
    const firstBelow = points.find(point => point.balance <= lowest)?.day ?? null
    const runsDry = start <= lowest ? asOf : firstBelow
    return { currency, opening: start, points, closing: balance, runsDry }
  })
}
