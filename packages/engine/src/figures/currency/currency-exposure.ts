import type { Day } from '../../calendar/day.ts'
import type { CurrencyView } from '../../currency/currency-view.ts'
import { unitsOn, unitValueOn } from '../../currency/position-value.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import { contractEntry } from '../contract-figures.ts'
import { exposureOn, forwardBaseCurrency } from '../exposure.ts'
import { sumPosition } from '../positions/position-sums.ts'
import type { QueryResult } from '../query.ts'

/** Exposure of a position to one currency, in the view's currency. */
export interface CurrencyLeg {
  readonly currency: string
  readonly exposure: number
}

/**
 * The exposure of a position at a close by currency, in the view's currency.
 *
 *     forward: base currency = units x close          its own = -units x contract rate
 *     everything else: its exposure in its own currency
 *
 * `value` is the position's value at the close. If it is null, the position cannot be valued and has no legs.
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
  const base = forwardBaseCurrency(snapshot, position)
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

/** Exposure of a result's scope by currency at the end of the period, in the result's currency. Forwards count with both legs. */
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
