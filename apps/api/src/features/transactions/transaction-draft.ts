import type { contract, HandlerBody } from '@plumbline/contract'
import {
  add,
  CONTRACT_TYPES,
  convertUnit,
  currencyUnit,
  ENTERABLE_TYPES,
  type Exact,
  exact,
  NEGATIVE_PRICE_TYPES,
  type StatedAs,
  signum,
  subtract,
  TRANSACTION_TYPE_RULES,
  type TransactionTypeRules,
  toText,
} from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { pricedAmount, statedAccrued, type TradedInstrument } from '../../ledger/trade-amounts.ts'
import { AppError } from '../../platform/errors/app-error.ts'

type NewTransaction = HandlerBody<typeof contract.transactions.add>

/** What a person enters about a transaction, with its place already found. */
export interface Draft
  extends Omit<NewTransaction, 'account' | 'position_id' | 'instrument' | 'counter_account'> {
  accountId: string
  instrument: DraftInstrument | null
}

export interface DraftInstrument extends TradedInstrument {
  id: string
  currency: string
}

/** The ledger keeps prices in the unit of the instrument, such as pence; people state them in its currency. */
function priceInUnit(price: number | null | undefined, instrument: DraftInstrument | null): number | null {
  if (price == null || instrument === null) return price ?? null
  return Number(fromCurrency(price, currencyUnit(instrument.currency).currency, instrument))
}

/** An amount in the unit of the instrument; that of another currency stays. */
function fromCurrency(amount: number, currency: string, instrument: DraftInstrument | null): string {
  const stated = text(amount)
  return instrument === null ? stated : (convertUnit(stated, currency, instrument.currency) ?? stated)
}

const text = (value: number): string => toText(exact(value))
const textOrNull = (value: number | null | undefined): string | null => (value == null ? null : text(value))

function refuse(field: string, message: string): never {
  throw new AppError('invalid_field', { field, message })
}

export function refuseBasisShare(): never {
  refuse('basis_share', 'Only new shares of a spin-off have a share of the cost.')
}

/** The facts of a transaction as the ledger stores them. Rejects a field that does not fit, by its name. */
export function transactionFrom(draft: Draft): TransactionFacts {
  const rules = TRANSACTION_TYPE_RULES[draft.transaction_type]
  if (!rules.entry) refuse('transaction_type', `Use one of: ${ENTERABLE_TYPES.join(', ')}.`)
  if (rules.entry.needsInstrument && !draft.instrument)
    refuse('instrument', 'Choose a position or an instrument.')
  if (draft.settle_date && draft.settle_date < draft.date)
    refuse('settle_date', 'Settlement date must be on or after the trade date.')
  if (draft.basis_share != null) refuseBasisShare()
  return { ...plainFacts(draft), ...readers[rules.statedAs](draft, rules) }
}

function plainFacts(draft: Draft): TransactionFacts {
  return {
    account_id: draft.accountId,
    transaction_type: draft.transaction_type,
    date: draft.date,
    currency: draft.currency,
    time_of_day: null,
    sequence: 0,
    settle_date: draft.settle_date ?? null,
    ex_date: null,
    instrument_id: draft.instrument?.id ?? null,
    quantity: null,
    price: null,
    amount: null,
    net: null,
    rate: draft.instrument && isOtherCurrency(draft) ? textOrNull(draft.fx_rate) : null,
    fees: text(draft.fees ?? 0),
    taxes: text(draft.taxes ?? 0),
    accrued: null,
    counter_currency: null,
    counter_amount: null,
    link: null,
    numerator: null,
    denominator: null,
    basis_share: null,
    note: draft.note || null,
  }
}

const isOtherCurrency = ({ instrument, currency }: Draft) =>
  instrument !== null && instrument.currency !== currency

/** Pence and pounds are one currency. */
const isForeign = ({ instrument, currency }: Draft) =>
  instrument !== null && currencyUnit(instrument.currency).currency !== currency

type FactsReader = (draft: Draft, rules: TransactionTypeRules) => Partial<TransactionFacts>

const readers: Readonly<Record<StatedAs, FactsReader>> = {
  // Without a quantity a redemption pays back a part of the nominal.
  trade: (draft, rules) =>
    !draft.quantity && rules.postingWithoutQuantity
      ? received(draft)
      : traded(draft, movedUnits(draft, rules)),
  income: (draft, rules) =>
    draft.quantity && rules.units ? traded(draft, movedUnits(draft, rules)) : received(draft),
  income_in_kind: receivedInKind,
  // On the wire a charge is money that left; in the ledger it is a magnitude, and its negative a refund.
  charge: (draft, { cash }) => (cash === 'in' ? received(draft) : { amount: text(-requireAmount(draft)) }),
  cash: (draft, { cash }) => ({
    amount: text(magnitude(requireAmount(draft), 'amount', cash === 'out')),
    instrument_id: null,
  }),
  transfer: (draft, { units }) => moved(draft, units === 'in' ? 1 : -1),
  conversion: draft => {
    const { counter_currency: currency, counter_amount: amount } = draft
    if (!currency) refuse('counter_currency', 'Enter the currency received.')
    if (currency === draft.currency)
      refuse('counter_currency', 'Choose a different currency than the one paid.')
    if (!amount) refuse('counter_amount', 'Enter the amount received.')
    return {
      amount: text(magnitude(requireAmount(draft), 'amount', true)),
      instrument_id: null,
      counter_currency: currency,
      counter_amount: text(magnitude(amount, 'counter_amount')),
    }
  },
  exchange: () => refuse('transaction_type', `Use one of: ${ENTERABLE_TYPES.join(', ')}.`),
  split: draft => {
    if (!draft.ratio) refuse('ratio', 'Enter the number of new units per old unit.')
    return { numerator: text(draft.ratio), denominator: '1' }
  },
  valuation: draft => {
    if (draft.price == null && draft.amount == null) refuse('price', 'Enter the price or the value.')
    if (!canBeNegative(draft.instrument)) {
      magnitude(draft.price ?? 0, 'price')
      magnitude(draft.amount ?? 0, 'amount')
    }
    return { quantity: textOrNull(draft.quantity), ...statedValue(draft) }
  },
}

/**
 * The magnitude of a stated number. What leaves may be stated with a minus, as it moves; any other minus contradicts the
 * transaction and is refused, never dropped.
 */
function magnitude(value: number, field: string, isOut = false): number {
  if (value < 0 && !isOut) refuse(field, 'This cannot be negative.')
  return Math.abs(value)
}

/** Contracts are worth their gain, and some goods cost money to get rid of. */
function canBeNegative(instrument: DraftInstrument | null): boolean {
  const type = instrument?.type ?? ''
  return NEGATIVE_PRICE_TYPES.has(type) || CONTRACT_TYPES.has(type)
}

function requireAmount(draft: Draft): number {
  if (!draft.amount) refuse('amount', 'Enter the amount.')
  return draft.amount
}

function requireQuantity(draft: Draft): number {
  if (!draft.quantity) refuse('quantity', 'Enter the quantity.')
  return draft.quantity
}

/** The type decides the direction, else the side, else the sign of the quantity. */
function movedUnits(draft: Draft, { units }: TransactionTypeRules): number {
  const quantity = requireQuantity(draft)
  if (units === 'out') return -Math.abs(quantity)
  if (units === 'in' || draft.side === 'buy' || draft.side === 'in') return magnitude(quantity, 'quantity')
  if (draft.side === 'sell' || draft.side === 'out') return -Math.abs(quantity)
  return quantity
}

function received(draft: Draft): Partial<TransactionFacts> {
  return inOwnCurrency(draft, requireAmount(draft))
}

/**
 * The amount of a transaction is in the instrument's currency. What was entered is what moved: in another currency it
 * is the net, and the rate says what that was in the instrument's.
 */
function inOwnCurrency(draft: Draft, amount: number): Partial<TransactionFacts> {
  if (!isOtherCurrency(draft)) return { amount: text(amount) }
  return { net: toText(subtract(exact(amount), sumCosts(draft))) }
}

function sumCosts({ fees, taxes }: Draft): Exact {
  return add(exact(fees ?? 0), exact(taxes ?? 0))
}

function traded(draft: Draft, quantity: number): Partial<TransactionFacts> {
  const { amount, instrument } = draft
  const price = priceInUnit(draft.price, instrument)
  if (price == null && amount == null) refuse('price', 'Enter the price or the amount.')
  const isNegative = (price ?? 0) < 0
  if (isNegative && !NEGATIVE_PRICE_TYPES.has(instrument?.type ?? ''))
    refuse('price', 'Only futures, commodities and other assets can have a negative price.')
  const accrued = statedAccrued(draft.accrued, instrument?.type ?? null, refuse)
  const byPrice = price == null ? null : pricedAmount(quantity, price, instrument, draft.date)
  const posted = { quantity: text(quantity), price: textOrNull(price), accrued }
  if (amount == null) return { ...posted, amount: byPrice }
  // At a negative price the buyer is paid.
  const isPaying = quantity > 0 !== isNegative
  const paid = exact(magnitude(amount, 'amount', isPaying))
  if (!isOtherCurrency(draft)) {
    const clean = subtract(paid, exact(accrued ?? '0'))
    if (signum(clean) < 0) refuse('accrued', 'Accrued interest cannot exceed the amount.')
    return { ...posted, amount: toText(clean) }
  }
  const net = isPaying ? add(paid, sumCosts(draft)) : subtract(paid, sumCosts(draft))
  return { ...posted, amount: byPrice, net: toText(net) }
}

/** Units received free of payment: price or amount are their value, and without either the market sets it. */
function receivedInKind(draft: Draft): Partial<TransactionFacts> {
  if (CONTRACT_TYPES.has(draft.instrument?.type ?? ''))
    refuse('instrument', 'Futures and forwards cannot be received as income.')
  if (draft.amount != null && isForeign(draft))
    refuse('currency', 'State the value in the currency of the instrument.')
  if ((draft.price ?? 0) < 0) refuse('price', 'The price cannot be negative.')
  return moved(draft, 1)
}

/** Money or units that change accounts, or come from and go to the world outside. */
function moved(draft: Draft, sign: 1 | -1): Partial<TransactionFacts> {
  const isOut = sign < 0
  if (!draft.instrument) return { amount: text(magnitude(requireAmount(draft), 'amount', isOut)) }
  return {
    quantity: text(sign * magnitude(requireQuantity(draft), 'quantity', isOut)),
    ...statedValue({
      ...draft,
      amount: draft.amount == null ? null : magnitude(draft.amount, 'amount', isOut),
    }),
  }
}

/** Price and value of units that were not traded, as the ledger keeps them. */
function statedValue({ price, amount, currency, instrument }: Draft) {
  return {
    price: textOrNull(priceInUnit(price, instrument)),
    amount: amount == null ? null : fromCurrency(amount, currency, instrument),
  }
}
