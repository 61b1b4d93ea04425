import type { contract, HandlerBody } from '@plumbline/contract'
import { exact, toText } from '@plumbline/engine'
import { AppError } from '../../http/app-error.ts'
import type { BookingFacts } from '../../portfolio/ledger.store.ts'
import { bookingOf, type Draft, type DraftInstrument } from './booking-draft.ts'
import type { StoredBooking } from './bookings.store.ts'

type Correction = Omit<HandlerBody<typeof contract.transactions.correct>, 'revision' | 'reason'>

/** A booking as it would have been entered. */
export function draftOf(stored: StoredBooking, instrument: DraftInstrument | null): Draft {
  const number = (value: string | null) => (value === null ? null : Number(value))
  const { transaction_type: type } = stored
  const isCharge = type === 'fees_cash' || type === 'tax' || type === 'fees'
  const quantity = number(stored.quantity)
  const amount = number(stored.amount)
  return {
    accountId: stored.account_id,
    instrument,
    // The database checks these words with the lists that the contract's types are made of.
    transaction_type: type as Draft['transaction_type'],
    date: stored.date,
    settle_date: stored.settle_date,
    side: quantity === null ? null : quantity < 0 ? 'sell' : 'buy',
    quantity,
    price: number(stored.price),
    currency: stored.currency as Draft['currency'],
    amount: amount === null ? amountFromNet(stored) : isCharge ? -amount : amount,
    fees: Number(stored.fees),
    taxes: Number(stored.taxes),
    fx_rate: number(stored.rate),
    ratio: stored.numerator === null ? null : Number(stored.numerator) / Number(stored.denominator ?? 1),
    counter_currency: stored.counter_currency as Draft['counter_currency'],
    counter_amount: number(stored.counter_amount),
    note: stored.note,
  }
}

/** Where only what moved is known, costs included, the amount follows from it. */
function amountFromNet({ net, quantity, fees, taxes }: StoredBooking): number | null {
  if (net === null) return null
  const costs = Number(fees) + Number(taxes)
  return Number(net) + (Number(quantity ?? -1) > 0 ? -costs : costs)
}

const priced = ['quantity', 'price', 'currency', 'instrument', 'position_id'] as const
const moneyFields = ['quantity', 'price', 'amount', 'fees', 'taxes', 'fx_rate', 'currency'] as const

/**
 * What a correction changes of a booking, column by column: what was left out stays, and what follows from a
 * changed price or quantity follows.
 */
export function correctedFacts(
  stored: StoredBooking,
  before: Draft,
  correction: Correction,
  instrument: DraftInstrument | null,
): Partial<BookingFacts> {
  const given = (field: keyof Correction) => correction[field] !== undefined
  const after: Draft = { ...before, instrument }
  for (const [field, value] of Object.entries(correction))
    if (value !== undefined && field in before) Object.assign(after, { [field]: value })
  if (priced.some(given) && !given('amount') && after.price != null && after.quantity) after.amount = null
  if (given('amount') && !given('price') && after.quantity) after.price = null
  // A quantity without a side stays on the side it was, unless its sign says otherwise.
  if (!given('side') && (correction.quantity ?? 0) < 0) after.side = 'sell'
  const was = bookedAs(before)
  if (!was && !given('transaction_type')) return plainCorrection(correction)
  const is: BookingFacts = bookingOf(after)
  const changed: Partial<BookingFacts> = {}
  for (const column of Object.keys(is) as (keyof BookingFacts)[])
    if (was?.[column] !== is[column]) Object.assign(changed, { [column]: is[column] })
  // What a statement said had moved no longer holds once its parts are corrected.
  if (stored.net !== null && moneyFields.some(given)) changed.net = is.net
  return changed
}

/** What an import booked need not be what a form would take. */
function bookedAs(draft: Draft): BookingFacts | null {
  try {
    return bookingOf(draft)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of a booking that only an import can make, what stands for itself can be corrected. */
function plainCorrection({
  date,
  settle_date,
  fees,
  taxes,
  note,
  ...rest
}: Correction): Partial<BookingFacts> {
  const other = Object.entries(rest).find(
    ([field, value]) => value !== undefined && field !== 'revision' && field !== 'reason',
  )
  if (other)
    throw new AppError('invalid_field', {
      field: other[0],
      message: 'Of this kind of transaction only dates, costs and the note can be corrected.',
    })
  const text = (value: number) => toText(exact(value))
  return {
    ...(date === undefined ? {} : { date }),
    ...(settle_date === undefined ? {} : { settle_date }),
    ...(fees === undefined ? {} : { fees: text(fees) }),
    ...(taxes === undefined ? {} : { taxes: text(taxes) }),
    ...(note === undefined ? {} : { note: note || null }),
  }
}
