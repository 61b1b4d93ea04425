import { capitalScratch, positionCapital } from './capital.ts'
import { currencyLegs } from './currency-exposure.ts'
import { pnlOf, resultOf, sumPosition } from './position-sums.ts'
import type { QueryResult } from './query.ts'

/** What a currency did to a scope. Money in the result's currency. */
export interface CurrencyMover {
  readonly currency: string
  /** What the scope holds in the currency at the end of the period. */
  readonly exposure: number
  readonly rateStart: number | null
  readonly rateEnd: number | null
  /** Change of the rate as a fraction; null without a rate at the start. */
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
 * Currency movers: per currency the exposure, the change of its rate over the period, and the part of the P/L
 * that comes from it. They add up to the currency part of the period's P/L. Cash in a foreign currency has a
 * price of 1, so all of its P/L but interest and charges is fx; the calculated currency itself moves nothing.
 */
export function currencyMovers(result: QueryResult): CurrencyMover[] {
  const { snapshot, views, period, isIn } = result
  const scratch = capitalScratch(snapshot)
  const movers = new Map<number, { exposure: number; fxPnl: number }>()
  const moverOf = (currency: number): { exposure: number; fxPnl: number } => {
    const mover = movers.get(currency) ?? { exposure: 0, fxPnl: 0 }
    movers.set(currency, mover)
    return mover
  }
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1 || (snapshot.positions.openDay[position] ?? 0) > period.to) continue
    const currency = snapshot.positions.currency[position] ?? 0
    const mover = moverOf(currency)
    const sums = sumPosition(snapshot, views.calculated, position, period)
    const pnl = pnlOf(sums)
    const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
    const legs = currencyLegs(snapshot, views.calculated, position, period.to, sums.end)
    // A forward has a leg in each of its currencies; everything else counts with its value.
    if (legs.length === 2)
      for (const leg of legs) moverOf(snapshot.currencies.indexOf(leg.currency)).exposure += leg.exposure
    else mover.exposure += sums.end ?? 0
    if (isCash) mover.fxPnl += pnl === null ? 0 : pnl.total - resultOf(sums)
    else if (pnl !== null) mover.fxPnl += positionCapital(snapshot, views, position, period, scratch).fx
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
