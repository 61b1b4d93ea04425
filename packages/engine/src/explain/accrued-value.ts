import type { Book } from '../book/book.ts'
import { unitsOn } from '../book/lens.ts'
import type { Day } from '../calendar/day.ts'
import type { BookPrices } from '../valuation/book-prices.ts'

/** Closes that hold more than their quote: the quote itself, and the part of the nominal that it is for. */
interface QuotedPrices {
  readonly quoted?: Float64Array
  readonly factors?: Float64Array | null
}

/** Interest within the close of one unit that has accrued and is not paid, in the instrument's currency; else 0. */
export function accruedPerUnit(book: Book, position: number, day: Day): number {
  const prices: (BookPrices & QuotedPrices) | undefined =
    book.prices[book.positions.instrument[position] ?? -1]
  if (!prices?.quoted) return 0
  const index = day - prices.firstDay
  const accrued =
    (prices.values[index] ?? Number.NaN) -
    (prices.quoted[index] ?? Number.NaN) * (prices.factors?.[index] ?? 1)
  return Number.isFinite(accrued) ? accrued : 0
}

/** Interest within the value of a position at a close that has accrued and is not paid, in its own currency. */
export function accruedOn(book: Book, position: number, day: Day): number {
  const units = unitsOn(book, position, day)
  return units === 0 ? 0 : units * accruedPerUnit(book, position, day)
}
