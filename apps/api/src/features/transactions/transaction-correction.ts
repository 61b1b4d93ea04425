import type { contract, HandlerBody } from '@plumbline/contract'
import { add, type Exact, exact, multiply, negate, subtract, toNumber, toText } from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { StoredTransaction } from './entry.store.ts'
import { type Draft, type DraftInstrument, pricedAmount, transactionFrom } from './transaction-draft.ts'
import { draftInstrument } from './transaction-subject.ts'

type Correction = Omit<HandlerBody<typeof contract.transactions.correct>, 'revision' | 'reason'>

/** A transaction as it would have been entered. */
export function enteredIn(stored: StoredTransaction): Draft {
  const instrument = stored.instrument && draftInstrument(stored.instrument)
  const number = (value: string | null) => (value === null ? null : Number(value))
  // Income may say for how many it was paid; nothing follows from that.
  const hasUnits = hasQuantity(stored.transaction_type)
  const quantity = hasUnits ? number(stored.quantity) : null
  return {
    accountId: stored.account_id,
    instrument,
    // The database checks these words with the lists that the contract's types are made of.
    transaction_type: stored.transaction_type as Draft['transaction_type'],
    date: stored.date,
    settle_date: stored.settle_date,
    side: quantity === null ? null : quantity < 0 ? 'sell' : 'buy',
    quantity,
    price: hasUnits ? number(stored.price) : null,
    currency: stored.currency as Draft['currency'],
    amount: movedBefore(stored, instrument),
    accrued: number(stored.accrued),
    fees: Number(stored.fees),
    taxes: Number(stored.taxes),
    fx_rate: number(stored.rate),
    ratio: stored.numerator === null ? null : Number(stored.numerator) / Number(stored.denominator ?? 1),
    counter_currency: stored.counter_currency as Draft['counter_currency'],
    counter_amount: number(stored.counter_amount),
    note: stored.note,
  }
}

const traded: ReadonlySet<string> = new Set(['trade', 'redemption', 'capital_call', 'distribution'])
const units: ReadonlySet<string> = new Set(['transfer_in', 'transfer_out', 'valuation'])
const charges: ReadonlySet<string> = new Set(['fees_cash', 'fees', 'tax'])
const plainMoney: ReadonlySet<string> = new Set([
  ...charges,
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'trailer_fees',
])
const leaving: ReadonlySet<string> = new Set([...charges, 'withdrawal', 'transfer_out', 'fx'])

function hasQuantity(type: string): boolean {
  return traded.has(type) || units.has(type)
}

function isBought({ transaction_type: type, quantity }: StoredTransaction): boolean {
  return traded.has(type) && Number(quantity ?? 0) > 0
}

/**
 * What a transaction moved before its costs, accrued interest included, in its currency and signed as it moved cash. What
 * a statement says had moved comes first, as it does in the ledger; null where nothing tells it.
 */
function movedBefore(stored: StoredTransaction, instrument: DraftInstrument | null): number | null {
  const gross = grossOf(stored, instrument)
  if (gross === null) return null
  const isOut = leaving.has(stored.transaction_type) || isBought(stored)
  return toNumber(isOut ? negate(gross) : gross)
}

function grossOf(stored: StoredTransaction, instrument: DraftInstrument | null): Exact | null {
  const { transaction_type: type, net, rate } = stored
  const costs = add(exact(stored.fees), exact(stored.taxes))
  if (net !== null) {
    if (plainMoney.has(type)) return exact(net)
    const isPaid = type === 'fx' || isBought(stored)
    return isPaid ? subtract(exact(net), costs) : add(exact(net), costs)
  }
  const amount = stored.amount ?? byPrice(stored, instrument)
  if (amount === null) return null
  const whole = add(exact(amount), exact(stored.accrued ?? '0'))
  if (instrument === null || instrument.currency === stored.currency) return whole
  return rate === null ? null : multiply(whole, exact(rate))
}

function byPrice(
  { transaction_type: type, quantity, price, date }: StoredTransaction,
  instrument: DraftInstrument | null,
): string | null {
  if (!traded.has(type) || quantity === null || price === null) return null
  return pricedAmount({ price: Number(price), instrument, date }, Number(quantity))
}

const priced = ['quantity', 'price', 'currency', 'instrument', 'position_id'] as const
const moneyFields = [
  'quantity',
  'price',
  'amount',
  'accrued',
  'fees',
  'taxes',
  'fx_rate',
  'currency',
] as const

/**
 * What a correction changes of a transaction, column by column: what was left out stays, and what follows from a
 * changed price or quantity follows.
 */
export function correctedFacts(
  stored: StoredTransaction,
  before: Draft,
  correction: Correction,
  instrument: DraftInstrument | null,
): Partial<TransactionFacts> {
  const given = (field: keyof Correction) => correction[field] !== undefined
  const after: Draft = { ...before, instrument }
  for (const [field, value] of Object.entries(correction))
    if (value !== undefined && field in before) Object.assign(after, { [field]: value })
  if (priced.some(given) && !given('amount') && after.price != null && after.quantity) after.amount = null
  if (given('amount') && !given('price') && after.quantity) after.price = null
  if (given('accrued') && !given('amount')) after.amount = withInterest(before, after)
  // A quantity without a side stays on the side it was, unless its sign says otherwise.
  if (!given('side') && (correction.quantity ?? 0) < 0) after.side = 'sell'
  const was = postedAs(before)
  if (!was && !given('transaction_type')) return plainCorrection(correction)
  const is: TransactionFacts = transactionFrom(after)
  const changed: Partial<TransactionFacts> = {}
  for (const column of Object.keys(is) as (keyof TransactionFacts)[])
    if (was?.[column] !== is[column]) Object.assign(changed, { [column]: is[column] })
  // What a statement said had moved no longer holds once its parts are corrected.
  if (stored.net !== null && moneyFields.some(given)) {
    changed.net = is.net
    if (is.net === null) changed.amount = is.amount
  }
  return changed
}

/** The amount with other accrued interest in it: what was paid for the nominal stays. */
function withInterest(before: Draft, after: Draft): number | null {
  const { amount, instrument, currency } = after
  if (amount == null || instrument?.currency !== currency) return amount ?? null
  const more = subtract(exact(after.accrued ?? 0), exact(before.accrued ?? 0))
  return toNumber(amount < 0 ? subtract(exact(amount), more) : add(exact(amount), more))
}

/** What an import posted need not be what a form would take. */
function postedAs(draft: Draft): TransactionFacts | null {
  try {
    return transactionFrom(draft)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of a transaction that only an import can make, what stands for itself can be corrected. */
function plainCorrection({
  date,
  settle_date,
  fees,
  taxes,
  note,
  ...rest
}: Correction): Partial<TransactionFacts> {
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
