import type { Lens } from '../currency/currency-view.ts'
import { exact, toText } from '../money/exact.ts'
import type { Answer } from './query.ts'

/** Amounts of a row in one currency. */
export interface BookingAmounts {
  /** Value booked into the position: positive when it came in. */
  readonly booked: number
  /** What a disposal earned against the cost of its lots, gross of costs. */
  readonly realized: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** What one transaction did to one position: a purchase has a row in its instrument and one in the cash. */
export interface BookingRow {
  readonly transaction: string
  readonly position: string
  readonly day: number
  /** Signed change of the holding and what is held afterwards, as exact decimal text. */
  readonly quantity: string
  readonly quantityAfter: string
  /** In the position's own currency. */
  readonly original: BookingAmounts
  readonly calculated: BookingAmounts
}

function amountsOf(lens: Lens, event: number): BookingAmounts {
  return {
    booked: lens.booked[event] ?? 0,
    realized: lens.realized[event] ?? 0,
    income: lens.income[event] ?? 0,
    fees: lens.fees[event] ?? 0,
    taxes: lens.taxes[event] ?? 0,
  }
}

/**
 * The bookings of an answer's scope and period in the order they were booked, each in the position's own and in
 * the calculated currency. They are what every figure is added up from. Splits without a booking of their own
 * have an empty transaction.
 */
export function bookingRows(answer: Answer): BookingRow[] {
  const { book, lenses, isIn, period } = answer
  const { events, positions } = book
  const rows: BookingRow[] = []
  for (const event of book.chronological) {
    const day = events.day[event] ?? 0
    const position = events.position[event] ?? 0
    if (day < period.from || day > period.to || isIn[position] !== 1) continue
    rows.push({
      transaction: book.transactions[events.transaction[event] ?? -1] ?? '',
      position: positions.keys[position] ?? '',
      day,
      quantity: toText(exact(events.quantity[event] ?? 0)),
      quantityAfter: toText(exact(events.after[event] ?? 0)),
      original: amountsOf(lenses.original, event),
      calculated: amountsOf(lenses.calculated, event),
    })
  }
  return rows
}
