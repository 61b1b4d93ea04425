import { exactPoolFactor } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import {
  absolute,
  add,
  type DecimalInput,
  type Exact,
  exact,
  multiply,
  negate,
  signum,
  subtract,
  toNumber,
  ZERO,
} from '../money/exact.ts'
import type { Instrument, Transaction } from './ledger.ts'
import { statedCurrency } from './stated-currency.ts'
import type { PostingKind, TransactionTypeRules } from './transaction-type-rules.ts'
import { TRANSACTION_TYPE_RULES } from './transaction-types.ts'
import { CONTRACT_TYPES } from './vocabulary.ts'

/**
 * A transaction with its legs in the settlement currency; only `quantity` is in units.
 *
 * `gross` is the value of the instrument leg, a magnitude; `perSettled` is the amount in the other currency
 * (the instrument's, or the one received in a conversion) per unit settled, which lets every leg of the transaction
 * be stated in that currency without a market rate. It is NaN where there is nothing to divide.
 */
export interface Settled {
  readonly kind: PostingKind
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
  /** Per unit without costs, in the instrument's currency; NaN when the transaction states no price. */
  readonly unitPrice: number
  /** Of futures and forwards, signed, in the instrument's currency: the amount traded, or the margin paid on it. Else 0. */
  readonly notional: number
  /** False when the transaction states no value of its own: a move then takes the market value. */
  readonly hasValue: boolean
}

/** Units of the second currency for one of the first on a day, or NaN. */
export type ConvertRate = (from: string, to: string, day: Day) => number

/** Posting kinds that say nothing without an instrument. */
const NEEDS_INSTRUMENT: ReadonlySet<PostingKind> = new Set([
  'trade',
  'income_in_kind',
  'split',
  'valuation',
  'action',
  'return',
])

/** How a transaction is posted; null for a type that is not in the table, or that lacks its instrument. */
export function postingKind({ type, instrument, quantity }: Transaction): PostingKind | null {
  // Types come from a database: one that is not in the table is reported as an issue, not thrown.
  const rules: TransactionTypeRules | undefined = TRANSACTION_TYPE_RULES[type]
  if (rules === undefined) return null
  const kind =
    (instrument === undefined ? undefined : rules.postingWithInstrument) ??
    (quantity === undefined ? rules.postingWithoutQuantity : undefined) ??
    rules.posting
  return instrument === undefined && NEEDS_INSTRUMENT.has(kind) ? null : kind
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

function openFrame(
  transaction: Transaction,
  instrument: Instrument | undefined,
  convert: ConvertRate,
): Frame {
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

function settled(frame: Frame, kind: PostingKind, facts: Partial<Settled>): Settled {
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

/** Whether a transaction states a price below 0: the buyer is paid then, and its magnitudes stand for negative amounts. */
function hasNegativePrice({ price }: Transaction): boolean {
  return price !== undefined && signum(exact(price)) < 0
}

/** The gross amount in the instrument's currency as posted: the amount, else quantity x price x contract size, else null. */
function postedGross(frame: Frame, quantity: Exact): Exact | null {
  const { transaction, instrument, otherFactor } = frame
  if (transaction.amount !== undefined) {
    const amount = absolute(decimal(transaction.amount, otherFactor))
    return hasNegativePrice(transaction) ? negate(amount) : amount
  }
  if (transaction.price === undefined) return null
  const units = multiply(absolute(quantity), exact(instrument?.contractSize ?? 1))
  const gross = multiply(units, decimal(transaction.price, otherFactor))
  return instrument?.factors === undefined
    ? gross
    : multiply(gross, exactPoolFactor(instrument, transaction.day))
}

/** Quantity x contract size of what is still owed: the units that quotes are for. */
function quotedUnits({ instrument, transaction }: Frame, quantity: Exact): number {
  const units = Math.abs(toNumber(quantity)) * (instrument?.contractSize ?? 1)
  return instrument?.factors === undefined
    ? units
    : units * toNumber(exactPoolFactor(instrument, transaction.day))
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
  const sign = signum(quantity) < 0 ? -1 : 1
  const costs = add(fees, taxes)
  const posted = postedGross(frame, quantity)
  const accrued = decimal(transaction.accrued, frame.otherFactor)
  const recorded = decimal(transaction.net, frame.settleFactor)
  // A delivery moves no money: 0 paid for it says nothing about its value.
  const hasNet = transaction.net !== undefined && (kind === 'trade' || signum(recorded) !== 0)
  const net = hasNegativePrice(transaction) ? negate(recorded) : recorded
  // The value of the instrument with its accrued interest, in the settlement currency.
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
  // Of a price of 0 only the accrued interest is paid, and it alone defines the rate.
  const gross = other === 0 ? 0 : toNumber(total) - accruedSettled
  const units = quotedUnits(frame, quantity)
  return {
    kind,
    settleCurrency: frame.settle,
    otherCurrency: frame.other,
    quantity,
    gross,
    perSettled: gross !== 0 ? other / gross : accruedSettled !== 0 ? 1 / rate : Number.NaN,
    cash: kind === 'delivery' ? ZERO : subtract(sign > 0 ? negate(total) : total, costs),
    received: ZERO,
    income: accruedSettled === 0 ? 0 : -sign * accruedSettled,
    fees: toNumber(fees),
    taxes: toNumber(taxes),
    unitPrice: units === 0 || (!hasNet && posted === null) ? Number.NaN : other / units,
    notional: 0,
    hasValue: hasNet || (posted !== null && (kind === 'trade' || signum(posted) !== 0)),
  }
}

/** The instrument leg in the instrument's currency: as posted, else the settled amount at the recorded or market rate. */
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
  const { cash, charge } = TRANSACTION_TYPE_RULES[transaction.type]
  const amount = decimal(transaction.amount ?? transaction.net, frame.settleFactor)
  const signed = cash === 'in' ? negate(amount) : amount
  const fees = charge === 'taxes' ? frame.fees : add(frame.fees, signed)
  const taxes = charge === 'taxes' ? add(frame.taxes, signed) : frame.taxes
  return settled(frame, 'charge', {
    cash: negate(add(fees, taxes)),
    fees: toNumber(fees),
    taxes: toNumber(taxes),
  })
}

function settleCash(frame: Frame): Settled {
  const { transaction } = frame
  const amount = decimal(transaction.amount ?? transaction.net, frame.settleFactor)
  const isIncoming = TRANSACTION_TYPE_RULES[transaction.type].cash === 'in'
  return settled(frame, 'cash', {
    cash: subtract(isIncoming ? amount : negate(amount), add(frame.fees, frame.taxes)),
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
 * One leg of a corporate action or of an exercise. Exercised options and rights pay like trades. The price or amount
 * of a spin-off or merger is the value that moves; only its `net` is money, always received.
 */
function settleAction(frame: Frame): Settled {
  if (TRANSACTION_TYPE_RULES[frame.transaction.type].statedAs !== 'exchange') {
    const paid = settleTrade(frame, 'trade')
    return { ...paid, kind: 'action', unitPrice: paid.gross === 0 ? Number.NaN : paid.unitPrice }
  }
  const { net, ...valued } = frame.transaction
  const cash =
    net === undefined ? negate(add(frame.fees, frame.taxes)) : absolute(decimal(net, frame.settleFactor))
  return { ...settleTrade({ ...frame, transaction: valued }, 'delivery'), kind: 'action', cash }
}

/**
 * Units received free of payment. Price or amount are their value when they arrived; without one they take the market
 * value of that close. The only money that moves is the costs, so `net` and `accrued` are ignored.
 */
function settleIncomeInKind(frame: Frame): Settled {
  const { net: _net, accrued: _accrued, ...valued } = frame.transaction
  const received = settleTrade({ ...frame, transaction: valued }, 'delivery')
  return { ...received, kind: 'income_in_kind', cash: negate(add(frame.fees, frame.taxes)) }
}

/** Futures and forwards cost nothing: whatever they state as their amount, a trade moves its costs alone. */
function settleContract(frame: Frame): Settled {
  const quantity = exact(frame.transaction.quantity ?? 0)
  const posted = postedGross(frame, quantity)
  const units = Math.abs(toNumber(quantity)) * (frame.instrument?.contractSize ?? 1)
  return settled(frame, 'trade', {
    quantity,
    cash: negate(add(frame.fees, frame.taxes)),
    notional: posted === null ? 0 : toNumber(posted) * signum(quantity),
    unitPrice: posted === null || units === 0 ? Number.NaN : toNumber(posted) / units,
    hasValue: posted !== null,
  })
}

/** Money that is returned out of a position: stated like income, but it lowers the cost instead. */
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
 *     income:  cash = gross - fees - taxes                   in kind: cash = -(fees + taxes)
 *
 * A recorded `net` is exact, and gross follows from it. Where settlement and instrument currency differ, the recorded
 * amounts define the rate; the market rate is used only where one side is missing.
 * Amounts are exact; the float64 fields are the nearest numbers to exact values.
 */
export function settle(
  transaction: Transaction,
  kind: PostingKind,
  instrument: Instrument | undefined,
  convert: ConvertRate,
): Settled {
  const frame = openFrame(transaction, instrument, convert)
  switch (kind) {
    case 'trade':
    case 'delivery':
      if (CONTRACT_TYPES.has(instrument?.type ?? '')) return settleContract(frame)
      return settleTrade(frame, kind)
    case 'income':
      return settleIncome(frame)
    case 'income_in_kind':
      return settleIncomeInKind(frame)
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
