import type { contract, HandlerBody } from '@plumbline/contract'
import {
  add,
  convertUnit,
  currencyUnit,
  type Exact,
  exact,
  multiply,
  negate,
  type StatedAs,
  subtract,
  TRANSACTION_TYPE_RULES,
  type TransactionType,
  toNumber,
  toText,
} from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { pricedAmount } from '../../ledger/trade-amounts.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { draftInstrument } from './draft-instrument.ts'
import type { StoredTransaction } from './entry.store.ts'
import { type Draft, type DraftInstrument, refuseBasisShare, transactionFrom } from './transaction-draft.ts'

type Correction = Omit<HandlerBody<typeof contract.transactions.correct>, 'revision' | 'reason'>

/** A stored transaction as form input. */
export function toDraft(stored: StoredTransaction): Draft {
  const instrument = stored.instrument && draftInstrument(stored.instrument)
  const number = (value: string | null) => (value === null ? null : Number(value))
  // The quantity of income is informative only.
  const hasUnits = hasQuantity(stored.transaction_type)
  const quantity = hasUnits ? number(stored.quantity) : null
  return {
    accountId: stored.account_id,
    instrument,
    transaction_type: stored.transaction_type,
    date: stored.date,
    settle_date: stored.settle_date,
    side: quantity === null ? null : quantity < 0 ? 'sell' : 'buy',
    quantity,
    price: hasUnits ? number(statedPrice(stored)) : null,
    currency: stored.currency,
    amount: cashBeforeCosts(stored, instrument),
    accrued: number(stored.accrued),
    fees: Number(stored.fees),
    taxes: Number(stored.taxes),
    fx_rate: number(stored.rate),
    ratio: stored.numerator === null ? null : Number(stored.numerator) / Number(stored.denominator ?? 1),
    basis_share: number(stored.basis_share),
    counter_currency: stored.counter_currency,
    counter_amount: number(stored.counter_amount),
    note: stored.note,
  }
}

/** The price in the currency of the instrument, as people state it: of pence in pounds. */
export function statedPrice({ price, instrument }: Pick<StoredTransaction, 'price' | 'instrument'>) {
  if (price === null || instrument === null) return price
  return convertUnit(price, instrument.currency, currencyUnit(instrument.currency).currency)
}

/** Whether a person can enter it as units against money. */
function isTraded(type: TransactionType): boolean {
  const { entry, posting } = TRANSACTION_TYPE_RULES[type]
  return entry !== null && posting === 'trade'
}

const statesUnits: ReadonlySet<StatedAs> = new Set(['transfer', 'valuation', 'income_in_kind'])

function hasQuantity(type: TransactionType): boolean {
  return isTraded(type) || statesUnits.has(TRANSACTION_TYPE_RULES[type].statedAs)
}

/** Whether a trade takes cash: a purchase, or a sale at a negative price. */
function isPaidFor({ transaction_type: type, quantity, price }: StoredTransaction): boolean {
  return isTraded(type) && Number(quantity ?? 0) > 0 !== Number(price ?? 0) < 0
}

/** Their net is the amount itself, without costs. */
const plainMoney: ReadonlySet<StatedAs> = new Set(['charge', 'cash', 'transfer'])

/**
 * The signed cash amount before costs, including accrued interest, in the currency of the transaction. The net
 * amount of a statement takes precedence, as in the ledger; null if unknown.
 */
function cashBeforeCosts(stored: StoredTransaction, instrument: DraftInstrument | null): number | null {
  const gross = grossAmount(stored, instrument)
  if (gross === null) return null
  const isOut = TRANSACTION_TYPE_RULES[stored.transaction_type].cash === 'out' || isPaidFor(stored)
  return toNumber(isOut ? negate(gross) : gross)
}

function grossAmount(stored: StoredTransaction, instrument: DraftInstrument | null): Exact | null {
  const { transaction_type: type, net, rate } = stored
  const costs = add(exact(stored.fees), exact(stored.taxes))
  if (net !== null) {
    const { statedAs } = TRANSACTION_TYPE_RULES[type]
    if (plainMoney.has(statedAs)) return exact(net)
    const isPaid = statedAs === 'conversion' || isPaidFor(stored)
    return isPaid ? subtract(exact(net), costs) : add(exact(net), costs)
  }
  const amount = stored.amount ?? amountFromPrice(stored, instrument)
  if (amount === null) return null
  const whole = add(exact(amount), exact(stored.accrued ?? '0'))
  if (instrument === null) return whole
  const inUnit = convertUnit(toText(whole), instrument.currency, stored.currency)
  if (inUnit !== null) return exact(inUnit)
  return rate === null ? null : multiply(whole, exact(rate))
}

function amountFromPrice(
  { transaction_type: type, quantity, price, date }: StoredTransaction,
  instrument: DraftInstrument | null,
): string | null {
  if (!isTraded(type) || quantity === null || price === null) return null
  return pricedAmount(Number(quantity), Number(price), instrument, date)
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

/** The columns that a correction changes: absent fields stay, and dependent ones are recomputed. */
export function correctedFacts(
  stored: StoredTransaction,
  before: Draft,
  correction: Correction,
  instrument: DraftInstrument | null,
): Partial<TransactionFacts> {
  const isGiven = (field: keyof Correction) => correction[field] !== undefined
  const after: Draft = { ...before, instrument }
  for (const [field, value] of Object.entries(correction))
    if (value !== undefined && field in before) Object.assign(after, { [field]: value })
  if (priced.some(isGiven) && !isGiven('amount') && after.price != null && after.quantity) after.amount = null
  if (isGiven('amount') && !isGiven('price') && after.quantity) after.price = null
  if (isGiven('accrued') && !isGiven('amount')) after.amount = withInterest(before, after)
  // A quantity without a side keeps its side, unless its sign says otherwise.
  if (!isGiven('side') && (correction.quantity ?? 0) < 0) after.side = 'sell'
  if (isGiven('transaction_type') || after.side !== before.side) dropSigns(after, isGiven)
  const was = tryTransaction(before)
  if (!was && !isGiven('transaction_type')) return plainCorrection(stored, correction)
  const is: TransactionFacts = transactionFrom(after)
  const changed: Partial<TransactionFacts> = {}
  for (const column of Object.keys(is) as (keyof TransactionFacts)[])
    if (was?.[column] !== is[column]) Object.assign(changed, { [column]: is[column] })
  // The net amount of a statement is void once its parts are corrected.
  if (stored.net !== null && moneyFields.some(isGiven)) {
    changed.net = is.net
    if (is.net === null) changed.amount = is.amount
  }
  return changed
}

/** Signs of the former direction do not carry over to another one, except where the sign is the direction. */
function dropSigns(after: Draft, isGiven: (field: 'amount' | 'quantity') => boolean): void {
  const { statedAs } = TRANSACTION_TYPE_RULES[after.transaction_type]
  if (statedAs === 'charge' || statedAs === 'income') return
  for (const field of ['amount', 'quantity'] as const)
    if (!isGiven(field) && after[field] != null) after[field] = Math.abs(after[field])
}

/** The amount with other accrued interest; the clean price stays. */
function withInterest(before: Draft, after: Draft): number | null {
  const { amount, instrument, currency } = after
  if (amount == null || instrument?.currency !== currency) return amount ?? null
  const more = subtract(exact(after.accrued ?? 0), exact(before.accrued ?? 0))
  return toNumber(amount < 0 ? subtract(exact(amount), more) : add(exact(amount), more))
}

/** Null for imported transactions that the form would reject. */
function tryTransaction(draft: Draft): TransactionFacts | null {
  try {
    return transactionFrom(draft)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Only independent fields can be corrected in a transaction that the form does not support. */
function plainCorrection(
  stored: StoredTransaction,
  { date, settle_date, fees, taxes, note, basis_share: share, ...rest }: Correction,
): Partial<TransactionFacts> {
  const isChild = stored.transaction_type === 'spin_off' && Number(stored.quantity ?? 0) !== 0
  if (share !== undefined && !isChild) refuseBasisShare()
  const other = Object.entries(rest).find(
    ([field, value]) => value !== undefined && field !== 'revision' && field !== 'reason',
  )
  if (other)
    throw new AppError('invalid_field', {
      field: other[0],
      message: 'Only dates, costs and the note of this transaction can be corrected.',
    })
  const text = (value: number) => toText(exact(value))
  return {
    ...(date === undefined ? {} : { date }),
    ...(settle_date === undefined ? {} : { settle_date }),
    ...(fees === undefined ? {} : { fees: text(fees) }),
    ...(taxes === undefined ? {} : { taxes: text(taxes) }),
    ...(note === undefined ? {} : { note: note || null }),
    ...(share === undefined ? {} : { basis_share: share === null ? null : text(share) }),
  }
}
