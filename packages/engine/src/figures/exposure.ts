import type { Day } from '../calendar/day.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { unitsOn, unitValueOn } from '../currency/position-value.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { underlyingPrice } from '../posting/contracts/margin-requirement.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { closeOn } from '../valuation/instrument-prices.ts'

/** The base currency of a forward, which it buys or sells; null for everything else. */
export function forwardBaseCurrency(snapshot: PortfolioSnapshot, position: number): string | null {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (instrument?.type !== 'fx_forward' || instrument.baseCurrency == null) return null
  return currencyUnit(instrument.baseCurrency).currency
}

/**
 * Exposure of a position at a close, without delta, in the view's currency.
 *
 *     future, forward: quantity x contract size x price
 *     option: quantity x contract size x price of the underlying (strike if missing), call +, put -
 *     everything else: its value
 *
 * The sign follows side and right: long calls and short puts are positive. Options without a right, or with neither
 * underlying price nor strike, count with their value. `value` is the position's value at the close; if it is null, the
 * position cannot be valued and the exposure is null.
 */
export function exposureOn(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  day: Day,
  value: number | null,
): number | null {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (value === null || instrument === undefined) return value
  if (CONTRACT_TYPES.has(instrument.type)) {
    const units = unitsOn(snapshot, position, day)
    return units === 0 ? 0 : units * unitValueOn(snapshot, view, position, day)
  }
  if (instrument.type !== 'option' || !instrument.right) return value
  const units = unitsOn(snapshot, position, day)
  if (units === 0) return 0
  const place = snapshot.underlyings[snapshot.positions.instrument[position] ?? -1] ?? -1
  const close = closeOn(snapshot.prices[place], day)
  const { price } = underlyingPrice(instrument, snapshot.instruments[place], close)
  if (Number.isNaN(price)) return value
  const column = view.rates[snapshot.positions.currency[position] ?? -1]
  const rate =
    view.currency === null || column === null ? 1 : (column?.[day - snapshot.firstDay] ?? Number.NaN)
  return units * price * rate * (instrument.right === 'call' ? 1 : -1)
}
