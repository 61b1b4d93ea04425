/** The vocabulary of the ledger that other packages share. Transaction types are in transaction-types.ts. */

/** Types of what can be held. */
export const HELD_TYPES = [
  'equity',
  'etf',
  'fund',
  'bond',
  'option',
  'future',
  'fx_forward',
  'structured_product',
  'crypto',
  'commodity',
  'cash',
  'real_estate',
  'private_equity',
  'art',
  'vehicle',
  'loan',
  'other',
] as const
export type HeldType = (typeof HELD_TYPES)[number]

/** An index has levels to measure against. No transaction is in it: funds and contracts that follow it are held. */
export const INDEX = 'index'

export const INSTRUMENT_TYPES = [...HELD_TYPES, INDEX] as const
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number]

/** Instruments that cost nothing to enter: their value is the gain that was not paid yet. */
export const CONTRACT_TYPES: ReadonlySet<string> = new Set(['future', 'fx_forward'])

/** Instruments that accrue interest, and settle it with a trade. */
export const INTEREST_TYPES: ReadonlySet<string> = new Set(['bond', 'structured_product', 'loan'])

/** Instruments that can trade below 0: crude oil futures, power, spreads and rates. The price of a forward is an exchange rate. */
export const NEGATIVE_PRICE_TYPES: ReadonlySet<string> = new Set(['future', 'commodity', 'other'])

export const POSITION_SIDES = ['long', 'short'] as const
export type PositionSide = (typeof POSITION_SIDES)[number]

export const POSITION_TYPES = ['open', 'closed'] as const
export type PositionType = (typeof POSITION_TYPES)[number]

export const LOT_METHODS = ['fifo', 'average', 'lifo', 'hifo'] as const
export type LotMethod = (typeof LOT_METHODS)[number]

export const GROUP_KEYS = [
  'instrument_type',
  'sector',
  'country',
  'currency',
  'account',
  'custodian',
  'strategy',
  'side',
] as const
export type GroupKey = (typeof GROUP_KEYS)[number]

export const GROUP_EXPOSURE_OPTIONS = ['exposure', 'value'] as const
export type GroupExposureOption = (typeof GROUP_EXPOSURE_OPTIONS)[number]

/** Kinds of income, in the order of lists. */
export const INCOME_KINDS = ['dividend', 'coupon', 'interest', 'rent', 'other'] as const
export type IncomeKind = (typeof INCOME_KINDS)[number]

/** Payments that are no income: running fees, repaid principal, payments on debts, capital called and distributed by funds. */
export const OTHER_PAYMENT_KINDS = [
  'fee',
  'maturity',
  'loan_payment',
  'capital_call',
  'distribution',
] as const
export type PaymentKind = IncomeKind | (typeof OTHER_PAYMENT_KINDS)[number]

/** How sure a payment is: announced, part of the terms, or estimated from past payments. */
export const CERTAINTIES = ['declared', 'contractual', 'estimated'] as const
export type Certainty = (typeof CERTAINTIES)[number]

export const FEE_GROUP_KEYS = ['custodian', 'instrument_type', 'transaction_type', 'account'] as const
export type FeeGroupKey = (typeof FEE_GROUP_KEYS)[number]

/**
 * Flags of a figure.
 * - no_price, no_rate: cannot be valued, is outside the totals until its first valued close
 * - stale: valued with a quote older than a week; estimated: valued with the price of a transaction
 * - provisional: past its last day (an option that was worth something, a future, a forward, a bond at its nominal),
 *   and its settlement is not posted
 * - overdue: a coupon, a repayment or the gain of closed contracts that was due more than ten days ago and is not
 *   posted, a loan past its maturity
 * - oversold: sold more than was held where the account does not allow shorts
 * - unlinked: some of the P/L fell on days without capital, so the return leaves it out
 * - base_lost: a day lost the whole capital or more, so no return can be linked
 * - unowned: income of an instrument that was never held, shown with the cash
 * - ambiguous: more than one internal rate of return
 * - not_supported: a transaction that the engine cannot post
 * - unclear_split: a posted split near a known one of the instrument that may be the same
 * - transfer_difference: a transfer whose two sides state different quantities
 * - no_base: a percentage without capital to relate the P/L to, or a weight in a total of 0 or below
 * - partial: a sum over the positions that have a price and a rate; others are left out
 * - stale_rate: converted at a rate older than a week
 */
export const FLAGS = [
  'no_price',
  'no_rate',
  'stale',
  'estimated',
  'provisional',
  'overdue',
  'oversold',
  'unlinked',
  'base_lost',
  'unowned',
  'ambiguous',
  'not_supported',
  'unclear_split',
  'transfer_difference',
  'no_base',
  'partial',
  'stale_rate',
] as const
export type Flag = (typeof FLAGS)[number]
