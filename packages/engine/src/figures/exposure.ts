import type { Day } from '../calendar/day.ts'
import { type Lens, unitsOn, unitValueOn } from '../currency/currency-view.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { underlyingPrice } from '../posting/margin-requirement.ts'
import type { Book } from '../snapshot/snapshot.ts'
import { closeOn } from '../valuation/transaction-prices.ts'

/** The currency that a forward buys or sells; null of everything else. */
export function baseCurrencyOf(book: Book, position: number): string | null {
  const instrument = book.instruments[book.positions.instrument[position] ?? -1]
  if (instrument?.type !== 'fx_forward' || instrument.baseCurrency == null) return null
  return currencyUnit(instrument.baseCurrency).currency
}

/**
 * What a position is exposed to at a close, without delta, in the lens' currency.
 *
 *     future, forward: quantity x contract size x price
 *     option: quantity x contract size x price of the underlying (strike if missing), call +, put -
 *     everything else: its value
 *
 * The sign follows side and right: long call and short put are positive. Options without a right, or with neither
 * underlying nor strike, count with their value. `value` is null, and so is the result, when it cannot be valued.
 */
export function exposureOn(
  book: Book,
  lens: Lens,
  position: number,
  day: Day,
  value: number | null,
): number | null {
  const instrument = book.instruments[book.positions.instrument[position] ?? -1]
  if (value === null || instrument === undefined) return value
  if (CONTRACT_TYPES.has(instrument.type)) {
    const units = unitsOn(book, position, day)
    return units === 0 ? 0 : units * unitValueOn(book, lens, position, day)
  }
  if (instrument.type !== 'option' || !instrument.right) return value
  const units = unitsOn(book, position, day)
  if (units === 0) return 0
  const place = book.underlyings[book.positions.instrument[position] ?? -1] ?? -1
  const close = closeOn(book.prices[place], day)
  const { price } = underlyingPrice(instrument, book.instruments[place], close)
  if (Number.isNaN(price)) return value
  const column = lens.rates[book.positions.currency[position] ?? -1]
  const rate = lens.currency === null || column === null ? 1 : (column?.[day - book.firstDay] ?? Number.NaN)
  return units * price * rate * (instrument.right === 'call' ? 1 : -1)
}
