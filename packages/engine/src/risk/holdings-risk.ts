import { type Day, isWeekend } from '../calendar/day.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { positionValue, quoteOn, unitsOn, unitValueOn } from '../currency/position-value.ts'
import type { QueryResult } from '../figures/query.ts'
import { splitRatio } from '../ledger/splits.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { closeOn } from '../valuation/instrument-prices.ts'
import { FEWEST_OBSERVATIONS } from './risk-figures.ts'
import { valueAtRisk, volatility } from './statistics.ts'

/** Risk of what is held at the end of a period. Fractions; null below 20 observations and without a positive value. */
export interface HoldingsRisk {
  /** Trading days on which everything held had a price and a rate. */
  readonly observations: number
  /** Annualized. */
  readonly volatility: number | null
  /** Historical, 95 %, one day, as a return. */
  readonly valueAtRisk: number | null
}

/** Prices of one year are used. */
const YEAR_DAYS = 365

interface Holding {
  readonly position: number
  /** Market value of the units; of contracts their notional value. */
  readonly worth: number
  readonly isContract: boolean
}

/**
 * Volatility and value at risk of today's holdings, from a year of daily price changes up to the close before the last
 * day of the result.
 *
 *     return of a day = sum of weight x (price x rate / price x rate of the trading day before - 1)
 *     weight = units x price x rate / net asset value, all on the last day
 *
 * The last day is left out, since its prices may be assumed. Prices follow splits and leave out income. A contract gains in
 * its own currency, so its rate does not count. A day on which one of the holdings has no price or rate is left out, and
 * a holding without a value makes both figures null.
 */
export function holdingsRisk({ snapshot, views, isIn, period }: QueryResult): HoldingsRisk {
  const view = views.calculated
  const day = period.to
  let nav = 0
  const holdings: Holding[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    nav += positionValue(snapshot, view, position, day)
    const units = unitsOn(snapshot, position, day)
    if (units === 0) continue
    const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
    holdings.push({
      position,
      worth: units * unitValueOn(snapshot, view, position, day),
      isContract: CONTRACT_TYPES.has(instrument?.type ?? ''),
    })
  }
  const isKnown = nav > 0 && holdings.every(({ worth }) => Number.isFinite(worth))
  const gains = isKnown ? dailyGains(snapshot, view, holdings, day) : []
  const observed = gains.map(gain => gain / nav)
  const isEnough = observed.length >= FEWEST_OBSERVATIONS
  return {
    observations: observed.length,
    volatility: isEnough ? volatility(observed) : null,
    valueAtRisk: isEnough ? valueAtRisk(observed) : null,
  }
}

/** The gain of the holdings on each trading day, in the view's currency. */
function dailyGains(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  holdings: readonly Holding[],
  last: Day,
): number[] {
  const gains: number[] = []
  let since = Math.max(last - YEAR_DAYS, snapshot.firstDay)
  for (let day = since + 1; day < last; day += 1) {
    if (isWeekend(day)) continue
    let gain = 0
    for (const { position, worth, isContract } of holdings)
      gain += worth * priceChange(snapshot, view, position, { since, day, isContract })
    if (Number.isFinite(gain)) gains.push(gain)
    since = day
  }
  return gains
}

/** Change of the price since an earlier day, in the view's currency; NaN without a price or rate. */
function priceChange(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  { since, day, isContract }: { since: Day; day: Day; isContract: boolean },
): number {
  const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
  const priceOn = (on: Day) => (isContract ? closeOn(prices, on) : quoteOn(snapshot, view, position, on))
  return (priceOn(day) * splitRatio(prices?.splits ?? [], since, day)) / priceOn(since) - 1
}
