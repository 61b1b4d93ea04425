import type { Day } from '../calendar/day.ts'
import { type CurrencyView, unitsOn, unitValueOn } from '../currency/currency-view.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { contractEntry } from './contract-figures.ts'
import { baseCurrencyOf, exposureOn } from './exposure.ts'
import { sumPosition } from './position-sums.ts'
import type { QueryResult } from './query.ts'

/** What one position is exposed to in one currency, stated in the currency view' currency. */
export interface CurrencyLeg {
  readonly currency: string
  readonly exposure: number
}

/**
 * The exposure of a position at a close by currency, in the currency view' currency.
 *
 *     forward: base currency = units x close          its own = -units x contract rate
 *     everything else: its exposure in its own currency
 *
 * `value` is null, and there are no legs, when it cannot be valued.
 */
export function currencyLegs(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  day: Day,
  value: number | null,
): CurrencyLeg[] {
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const exposure = exposureOn(snapshot, view, position, day, value)
  if (exposure === null) return []
  const base = baseCurrencyOf(snapshot, position)
  const entry = base === null ? null : contractEntry(snapshot, position, day)
  if (base === null || entry === null) return [{ currency, exposure }]
  const close = unitValueOn(snapshot, view, position, day)
  const rates = view.rates[snapshot.positions.currency[position] ?? -1]
  const rate = view.currency === null || rates === null ? 1 : (rates?.[day - snapshot.firstDay] ?? Number.NaN)
  const units = unitsOn(snapshot, position, day)
  return [
    { currency: base, exposure: units * close },
    { currency, exposure: -units * entry * rate },
  ]
}

/** The exposure of an result's scope by currency at the end of its period, forwards with both legs, in its currency. */
export function currencyExposure(result: QueryResult): ReadonlyMap<string, number> {
  const { snapshot, views, isIn, period } = result
  const sums = new Map<string, number>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
    const { end } = sumPosition(snapshot, views.calculated, position, period)
    for (const { currency, exposure } of currencyLegs(snapshot, views.calculated, position, period.to, end))
      sums.set(currency, (sums.get(currency) ?? 0) + exposure)
  }
  return sums
}
