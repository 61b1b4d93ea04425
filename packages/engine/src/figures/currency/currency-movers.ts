import { sumPosition } from '../positions/position-sums.ts'
import type { QueryResult } from '../query.ts'
import { currencyEffect } from './currency-effect.ts'
import { currencyLegs } from './currency-exposure.ts'

/** The effect of one currency on a scope. Money in the result's currency. */
export interface CurrencyMover {
  readonly currency: string
  /** Value of the scope in the currency at the end of the period; a forward counts with both legs. */
  readonly exposure: number
  /** Price of one unit of the currency at the opening close and at the end; null for a missing rate. */
  readonly rateStart: number | null
  readonly rateEnd: number | null
  /** Change of the rate as a fraction; null without a rate at either end. */
  readonly rateChange: number | null
  readonly fxPnl: number
}

function rateOn(result: QueryResult, currency: number, day: number): number | null {
  const column = result.views.calculated.rates[currency]
  if (column === null) return 1
  const rate = column?.[Math.max(0, day - result.snapshot.firstDay)] ?? Number.NaN
  return Number.isFinite(rate) ? rate : null
}

/**
 * Per currency the exposure, the change of its rate over the period, and the P/L it caused, largest P/L first.
 *
 *     fx P/L of a position: see `currencyEffect`
 *
 * The fx P/L of all currencies adds up to the currency effect of the period's P/L; for the calculated currency it is 0.
 * Positions that cannot be valued at the end add nothing.
 */
export function currencyMovers(result: QueryResult): CurrencyMover[] {
  const { snapshot, views, period, isIn } = result
  const movers = new Map<number, { exposure: number; fxPnl: number }>()
  const findMover = (currency: number): { exposure: number; fxPnl: number } => {
    const mover = movers.get(currency) ?? { exposure: 0, fxPnl: 0 }
    movers.set(currency, mover)
    return mover
  }
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
    const currency = snapshot.positions.currency[position] ?? 0
    const mover = findMover(currency)
    const sums = sumPosition(snapshot, views.calculated, position, period)
    const legs = currencyLegs(snapshot, views.calculated, position, period.to, sums.end)
    // A forward counts with the exposure of both legs, everything else with its value.
    if (legs.length === 2)
      for (const leg of legs) findMover(snapshot.currencies.indexOf(leg.currency)).exposure += leg.exposure
    else mover.exposure += sums.end ?? 0
    mover.fxPnl += currencyEffect(snapshot, views, sums, period)
  }
  return [...movers]
    .map(([index, { exposure, fxPnl }]) => {
      const rateStart = rateOn(result, index, period.from - 1)
      const rateEnd = rateOn(result, index, period.to)
      const rateChange = rateStart === null || rateEnd === null ? null : rateEnd / rateStart - 1
      return { currency: snapshot.currencies[index] ?? '', exposure, rateStart, rateEnd, rateChange, fxPnl }
    })
    .sort((a, b) => Math.abs(b.fxPnl) - Math.abs(a.fxPnl) || (a.currency < b.currency ? -1 : 1))
}
