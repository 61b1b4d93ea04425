import { Decimal } from 'decimal.js'
import type { Instrument, Quote, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random-ledger.ts'

/** The twin computes in 40 digits: far beyond what a comparison to 1e-9 can see. */
export const D = Decimal.clone({ precision: 40 })
export type Num = InstanceType<typeof D>
export const num = (value: number | string | Num): Num => new D(value)
export const ZERO = num(0)

/** Units of `to` for one of `from` at the close of a day; null when either has no rate yet. */
export function rateOn(world: GeneratedWorld, from: string, to: string, day: number): Num | null {
  if (from === to) return num(1)
  const inPivot = (currency: string): Num | null => {
    if (currency === world.pivot) return num(1)
    const quote = (world.rates.get(currency) ?? []).findLast(entry => entry[0] <= day)
    return quote ? num(quote[1]) : null
  }
  const own = inPivot(from)
  const other = inPivot(to)
  return own && other ? own.div(other) : null
}

function ratioBetween(instrument: Instrument, after: number, until: number): Num {
  return (instrument.splits ?? [])
    .filter(split => split.day > after && split.day <= until)
    .reduce((ratio, split) => ratio.mul(split.numerator).div(split.denominator), num(1))
}

/** The price a booking names, in the instrument's currency and without costs; null when it names none. */
export function bookedPrice(instrument: Instrument, transaction: Transaction): Num | null {
  if (transaction.price !== undefined && transaction.amount === undefined) return num(transaction.price)
  if (transaction.amount === undefined || transaction.quantity === undefined) return null
  return num(transaction.amount).div(
    num(transaction.quantity)
      .abs()
      .mul(instrument.contractSize ?? 1),
  )
}

/** The close of a day: last quote, else the last price of a booking (transfers count least), divided by splits since. */
export function closeOn(world: GeneratedWorld, instrument: Instrument, day: number): Num | null {
  const quotes: readonly Quote[] = world.quotes.get(instrument.id) ?? []
  const quote = quotes.findLast(entry => entry[0] <= day)
  if (quote) return num(quote[1]).div(ratioBetween(instrument, quote[0], day))
  const booked = world.ledger.transactions
    .filter(transaction => transaction.instrument === instrument.id && transaction.day <= day)
    .filter(transaction =>
      ['trade', 'transfer_in', 'transfer_out', 'spin_off', 'exercise'].includes(transaction.type),
    )
    .filter(transaction => transaction.type !== 'exercise' || !num(transaction.price ?? 0).isZero())
    .map(transaction => ({ transaction, price: bookedPrice(instrument, transaction) }))
    .filter(entry => entry.price !== null)
    .map((entry, place) => ({ ...entry, place, rank: entry.transaction.type === 'trade' ? 1 : 0 }))
    .sort((a, b) => a.transaction.day - b.transaction.day || a.rank - b.rank || a.place - b.place)
    .at(-1)
  return booked?.price ? booked.price.div(ratioBetween(instrument, booked.transaction.day, day)) : null
}
