import { exactFactorOn } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import {
  absolute,
  add,
  type DecimalInput,
  type Exact,
  exact,
  multiply,
  negate,
  signOf,
  subtract,
  toNumber,
  ZERO,
} from '../money/exact.ts'
import type { Instrument, Transaction } from './ledger.ts'
import { statedCurrency } from './stated-currency.ts'
import { CONTRACT_TYPES } from './vocabulary.ts'

/** How a transaction behaves, whatever its type is called. */
export type TransactionKind =
  | 'trade'
  | 'income'
  | 'charge'
  | 'cash'
  | 'conversion'
  | 'delivery'
  | 'split'
  | 'valuation'
  | 'action'
  | 'return'
  | 'settlement'

/**
 * A transaction reduced to what the figures need. All amounts but `quantity` are in the settlement currency.
 *
 * `gross` is the value of the instrument leg, a magnitude; `perSettled` is the amount in the other currency
 * (the instrument's, or the one received in a conversion) per unit settled, which lets every leg of the transaction
 * be stated in that currency without asking the market. It is NaN where there is nothing to divide.
 */
export interface Settled {
  readonly kind: TransactionKind
  readonly settleCurrency: string
  readonly otherCurrency: string
  readonly quantity: Exact
  readonly gross: number
  readonly perSettled: number
  /** Signed change of the cash in the settlement currency. */
  readonly cash: Exact
  /** Received, in the other currency; only conversions have it. */
  readonly received: Exact
  readonly income: number
  readonly fees: number
  readonly taxes: number
  /** Per unit without costs, in the instrument's currency; NaN when the transaction says nothing about a price. */
  readonly unitPrice: number
  /** Of futures and forwards, signed, in the instrument's currency: the amount traded, or the margin paid on it. Else 0. */
  readonly notional: number
  /** False when the transaction states no value of its own: a move then takes the market value. */
  readonly hasValue: boolean
}

/** Units of the second currency for one of the first on a day, or NaN. */
export type ConvertRate = (from: string, to: string, day: Day) => number

const KIND_OF_TYPE: Readonly<Record<string, TransactionKind>> = {
  trade: 'trade',
  redemption: 'trade',
  expiry: 'trade',
  capital_call: 'trade',
  dividend: 'income',
  coupon: 'income',
  interest: 'income',
  other_income: 'income',
  deposit: 'cash',
  withdrawal: 'cash',
  fees: 'charge',
  fees_cash: 'charge',
  trailer_fees: 'charge',
  tax: 'charge',
  fx: 'conversion',
  split: 'split',
  valuation: 'valuation',
  exercise: 'action',
  assignment: 'action',
  spin_off: 'action',
  merger: 'action',
  rights: 'action',
  return_of_capital: 'return',
  variation_margin: 'return',
}

const NEEDS_INSTRUMENT: ReadonlySet<TransactionKind> = new Set([
  'trade',
  'split',
  'valuation',
  'action',
  'return',
])

/** The kind of a transaction, or null for types that the engine cannot snapshot yet. */
export function transactionKind(transaction: Transaction): TransactionKind | null {
  const { type, instrument, quantity } = transaction
  if (type === 'transfer_in' || type === 'transfer_out') return instrument === undefined ? 'cash' : 'delivery'
  if (type === 'distribution') return quantity === undefined ? 'income' : 'trade'
  if (type === 'redemption' && quantity === undefined) return instrument === undefined ? null : 'return'
  if (type === 'fx' && instrument !== undefined) return 'settlement'
  const kind = KIND_OF_TYPE[type] ?? null
  return kind !== null && NEEDS_INSTRUMENT.has(kind) && instrument === undefined ? null : kind
}

function decimal(value: DecimalInput | undefined, factor: Exact | null): Exact {
  if (value === undefined) return ZERO
  return factor === null ? exact(value) : multiply(exact(value), factor)
}

interface Frame {
  readonly transaction: Transaction
  readonly instrument: Instrument | undefined
  readonly convert: ConvertRate
  readonly settle: string
  readonly other: string
  readonly settleFactor: Exact | null
  readonly otherFactor: Exact | null
  readonly fees: Exact
  readonly taxes: Exact
}

function frameOf(transaction: Transaction, instrument: Instrument | undefined, convert: ConvertRate): Frame {
  const other = statedCurrency(instrument?.currency ?? transaction.currency ?? '')
  const settle = transaction.currency === undefined ? other : statedCurrency(transaction.currency)
  return {
    transaction,
    instrument,
    convert,
    settle: settle.currency,
    other: other.currency,
    settleFactor: settle.factor,
    otherFactor: other.factor,
    fees: decimal(transaction.fees, settle.factor),
    taxes: decimal(transaction.taxes, settle.factor),
  }
}

function settled(frame: Frame, kind: TransactionKind, facts: Partial<Settled>): Settled {
  return {
    kind,
    settleCurrency: frame.settle,
    otherCurrency: frame.other,
    quantity: ZERO,
    gross: 0,
    perSettled: Number.NaN,
    cash: ZERO,
    received: ZERO,
    income: 0,
    fees: toNumber(frame.fees),
    taxes: toNumber(frame.taxes),
    unitPrice: Number.NaN,
    notional: 0,
    hasValue: true,
    ...facts,
  }
}

/** The gross amount in the instrument's currency as posted: the amount, else quantity x price x contract size, else null. */
function postedGross(frame: Frame, quantity: Exact): Exact | null {
  const { transaction, instrument, otherFactor } = frame
  if (transaction.amount !== undefined) return absolute(decimal(transaction.amount, otherFactor))
  if (transaction.price === undefined) return null
  const units = multiply(absolute(quantity), exact(instrument?.contractSize ?? 1))
  const gross = multiply(units, decimal(transaction.price, otherFactor))
  return instrument?.factors === undefined
    ? gross
    : multiply(gross, exactFactorOn(instrument, transaction.day))
}

/** Quantity x contract size of what is still owed: the units that quotes are for. */
function quotedUnits({ instrument, transaction }: Frame, quantity: Exact): number {
  const units = Math.abs(toNumber(quantity)) * (instrument?.contractSize ?? 1)
  return instrument?.factors === undefined
    ? units
    : units * toNumber(exactFactorOn(instrument, transaction.day))
}

/** Into the settlement currency at the recorded rate, else at the day's market rate. */
function toSettled(frame: Frame, amount: Exact): Exact {
  if (frame.settle === frame.other) return amount
  if (frame.transaction.rate !== undefined) return multiply(amount, exact(frame.transaction.rate))
  const rate = frame.convert(frame.other, frame.settle, frame.transaction.day)
  return Number.isFinite(rate) ? exact(toNumber(amount) * rate) : ZERO
}

function settleTrade(frame: Frame, kind: 'trade' | 'delivery'): Settled {
  const { transaction, fees, taxes } = frame
  const quantity = exact(transaction.quantity ?? 0)
  const sign = signOf(quantity) < 0 ? -1 : 1
  const costs = add(fees, taxes)
  const posted = postedGross(frame, quantity)
  const accrued = decimal(transaction.accrued, frame.otherFactor)
  const hasNet = transaction.net !== undefined
  const net = decimal(transaction.net, frame.settleFactor)
  // What the instrument and its accrued interest were worth, in the settlement currency.
  const total = hasNet
    ? sign > 0
      ? subtract(net, costs)
      : add(net, costs)
    : posted === null
      ? ZERO
      : toSettled(frame, add(posted, accrued))
  const other = grossInOther(frame, posted, total, accrued)
  const rate = other + toNumber(accrued) === 0 ? Number.NaN : toNumber(total) / (other + toNumber(accrued))
  const accruedSettled = accrued.units === 0 ? 0 : toNumber(accrued) * rate
  const gross = toNumber(total) - accruedSettled
  const units = quotedUnits(frame, quantity)
  return {
    kind,
    settleCurrency: frame.settle,
    otherCurrency: frame.other,
    quantity,
    gross,
    perSettled: gross === 0 ? Number.NaN : other / gross,
    cash: kind === 'delivery' ? ZERO : subtract(sign > 0 ? negate(total) : total, costs),
    received: ZERO,
    income: accruedSettled === 0 ? 0 : -sign * accruedSettled,
    fees: toNumber(fees),
    taxes: toNumber(taxes),
    unitPrice: units === 0 || (!hasNet && posted === null) ? Number.NaN : other / units,
    notional: 0,
    hasValue: hasNet || posted !== null,
  }
}

/** The instrument leg in the instrument's currency: as posted, else what was settled at the recorded or the market rate. */
function grossInOther(frame: Frame, posted: Exact | null, total: Exact, accrued: Exact): number {
  if (frame.settle === frame.other) return toNumber(subtract(total, accrued))
  if (posted !== null) return toNumber(posted)
  const rate = frame.transaction.rate
  const perSettled =
    rate === undefined
      ? frame.convert(frame.settle, frame.other, frame.transaction.day)
      : 1 / toNumber(exact(rate))
  return toNumber(total) * (Number.isFinite(perSettled) ? perSettled : 1) - toNumber(accrued)
}

function settleIncome(frame: Frame): Settled {
  const { transaction, fees, taxes } = frame
  const costs = add(fees, taxes)
  const posted = transaction.amount === undefined ? null : decimal(transaction.amount, frame.otherFactor)
  const gross =
    transaction.net === undefined
      ? toSettled(frame, posted ?? ZERO)
      : add(decimal(transaction.net, frame.settleFactor), costs)
  const grossNumber = toNumber(gross)
  return settled(frame, 'income', {
    cash: subtract(gross, costs),
    income: grossNumber,
    perSettled: posted === null || grossNumber === 0 ? Number.NaN : toNumber(posted) / grossNumber,
  })
}

/** Charges are stated in the settlement currency; a trailer fee is a negative fee. */
function settleCharge(frame: Frame): Settled {
  const { transaction } = frame
  const amount = decimal(transaction.amount ?? transaction.net, frame.settleFactor)
  const signed = transaction.type === 'trailer_fees' ? negate(amount) : amount
  const fees = transaction.type === 'tax' ? frame.fees : add(frame.fees, signed)
  const taxes = transaction.type === 'tax' ? add(frame.taxes, signed) : frame.taxes
  return settled(frame, 'charge', {
    cash: negate(add(fees, taxes)),
    fees: toNumber(fees),
    taxes: toNumber(taxes),
  })
}

function settleCash(frame: Frame): Settled {
  const { transaction } = frame
  const amount = decimal(transaction.amount ?? transaction.net, frame.settleFactor)
  const incoming = transaction.type === 'deposit' || transaction.type === 'transfer_in'
  return settled(frame, 'cash', {
    cash: subtract(incoming ? amount : negate(amount), add(frame.fees, frame.taxes)),
    gross: toNumber(amount),
  })
}

/** A conversion has the paid currency as its settlement and the received one as the other. */
function settleConversion(frame: Frame): Settled {
  const { transaction, fees, taxes } = frame
  const otherCode = transaction.counterCurrency ?? ''
  const counter = statedCurrency(otherCode)
  const received = decimal(transaction.counterAmount, counter.factor)
  const paid = decimal(transaction.net ?? transaction.amount, frame.settleFactor)
  const gross = toNumber(transaction.net === undefined ? paid : subtract(paid, add(fees, taxes)))
  return settled({ ...frame, other: counter.currency }, 'conversion', {
    cash: transaction.net === undefined ? negate(add(paid, add(fees, taxes))) : negate(paid),
    received,
    gross,
    perSettled: gross === 0 ? Number.NaN : toNumber(received) / gross,
  })
}

/**
 * One leg of a corporate action or of an exercise. Exercised options and rights pay like trades. What a spin-off
 * or a merger states as price or amount is the value that moves; only their `net` is money, always received.
 */
function settleAction(frame: Frame): Settled {
  const { type } = frame.transaction
  if (type !== 'spin_off' && type !== 'merger') {
    const paid = settleTrade(frame, 'trade')
    return { ...paid, kind: 'action', unitPrice: paid.gross === 0 ? Number.NaN : paid.unitPrice }
  }
  const { net, ...valued } = frame.transaction
  const cash =
    net === undefined ? negate(add(frame.fees, frame.taxes)) : absolute(decimal(net, frame.settleFactor))
  return { ...settleTrade({ ...frame, transaction: valued }, 'delivery'), kind: 'action', cash }
}

/** Futures and forwards cost nothing: whatever they state as their amount, a trade moves its costs alone. */
function settleContract(frame: Frame): Settled {
  const quantity = exact(frame.transaction.quantity ?? 0)
  const posted = postedGross(frame, quantity)
  const units = Math.abs(toNumber(quantity)) * (frame.instrument?.contractSize ?? 1)
  return settled(frame, 'trade', {
    quantity,
    cash: negate(add(frame.fees, frame.taxes)),
    notional: posted === null ? 0 : toNumber(posted) * signOf(quantity),
    unitPrice: posted === null || units === 0 ? Number.NaN : toNumber(posted) / units,
    hasValue: posted !== null,
  })
}

/** Money that is given back out of a position: stated like income, but none. */
function settleReturn(frame: Frame): Settled {
  const { income, ...rest } = settleIncome(frame)
  const isMargin = CONTRACT_TYPES.has(frame.instrument?.type ?? '')
  const rate = Number.isNaN(rest.perSettled)
    ? frame.convert(frame.settle, frame.other, frame.transaction.day)
    : rest.perSettled
  return { ...rest, kind: 'return', gross: income, income: 0, notional: isMargin ? income * rate : 0 }
}

function settleValuation(frame: Frame): Settled {
  const { transaction, instrument } = frame
  const units = toNumber(exact(transaction.quantity ?? 1)) * (instrument?.contractSize ?? 1)
  const price =
    transaction.price === undefined
      ? toNumber(decimal(transaction.amount, frame.otherFactor)) / units
      : toNumber(decimal(transaction.price, frame.otherFactor))
  return settled(frame, 'valuation', { unitPrice: price })
}

/**
 * States a transaction's legs in its settlement currency.
 *
 *     buy:     cash = -(gross + accrued + fees + taxes)      sell: cash = gross + accrued - fees - taxes
 *     income:  cash = gross - fees - taxes
 *
 * A recorded `net` is what moved, to the last digit; gross follows from it. Where settlement and instrument
 * currency differ the recorded amounts define the rate; only where a side is missing the market is asked.
 * Amounts are exact; the float64 fields are the nearest numbers to exact values.
 */
export function settle(
  transaction: Transaction,
  kind: TransactionKind,
  instrument: Instrument | undefined,
  convert: ConvertRate,
): Settled {
  const frame = frameOf(transaction, instrument, convert)
  switch (kind) {
    case 'trade':
    case 'delivery':
      if (CONTRACT_TYPES.has(instrument?.type ?? '')) return settleContract(frame)
      return settleTrade(frame, kind)
    case 'income':
      return settleIncome(frame)
    case 'charge':
      return settleCharge(frame)
    case 'cash':
      return settleCash(frame)
    case 'conversion':
      return settleConversion(frame)
    case 'valuation':
      return settleValuation(frame)
    case 'action':
      return settleAction(frame)
    case 'return':
      return settleReturn(frame)
    case 'settlement':
      return { ...settleConversion(frame), kind, quantity: exact(transaction.quantity ?? 0) }
    case 'split':
      return settled(frame, 'split', { hasValue: false })
  }
}
