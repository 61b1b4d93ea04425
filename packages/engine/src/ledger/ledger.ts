import type { CouponTerms } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Repayment } from '../loans/schedule.ts'
import type { DecimalInput } from '../money/exact.ts'
import type { TransactionType } from './transaction-types.ts'
import type { InstrumentType, LotMethod } from './vocabulary.ts'

/** An account as the engine sees it. */
export interface Account {
  readonly id: string
  readonly custodian: string
  readonly name?: string
  /** `none`: a securities account without cash; the money side of every transaction is outside the ledger. */
  readonly cash?: 'tracked' | 'none'
  /** Default fifo. Lots are never matched across accounts. */
  readonly lotMethod?: LotMethod
  /** Where shorts are not allowed, selling more than is held is flagged `oversold`. Default false. */
  readonly shortsAllowed?: boolean
  /**
   * `derived` pays the variation margin of futures at every close, for instruments without a posted one. Default
   * `booked`: what is not posted is paid when contracts are closed.
   */
  readonly variationMargin?: 'booked' | 'derived'
}

/** A change of the number of shares: 2 for 1 is { numerator: 2, denominator: 1 }, a reverse split 1 for 10. */
export interface Split {
  readonly day: Day
  readonly numerator: DecimalInput
  readonly denominator: DecimalInput
}

/** The part of a nominal that is still owed, from a day on: 1 before the first. */
export interface PoolFactor {
  readonly day: Day
  readonly factor: DecimalInput
}

export interface Instrument {
  readonly id: string
  readonly name: string
  readonly nameLong?: string | null
  readonly isin?: string | null
  readonly type: InstrumentType
  /** The currency it is quoted in; minor units (GBX) are taken as a hundredth of their currency. */
  readonly currency: string
  readonly country?: string | null
  readonly sector?: string | null
  /** What one unit of quantity is worth in prices: 1 for shares, 100 for most options, 0.01 for bonds quoted in percent. */
  readonly contractSize?: number
  readonly contractExpiration?: Day | null
  /** Of options: the instrument they are on, for the exposure. */
  readonly underlying?: string | null
  /** Of options: the price of the underlying they can be exercised at, in the option's currency. */
  readonly strike?: number | null
  /** Of options. Without it the exposure is the value. */
  readonly right?: 'call' | 'put' | null
  /** Splits known for the instrument; they change every holding, posted or not, once. */
  readonly splits?: readonly Split[]
  /** Of bonds, notes and loans: the interest they pay. It accrues in their value, on top of quotes. */
  readonly coupons?: CouponTerms | null
  /** Quotes that include the interest (dirty), and bonds that trade flat: nothing is added to them. */
  readonly quotesIncludeInterest?: boolean
  /** The price of the nominal, which is paid at the end. Default 100 for bonds and structured products, else 1 / contract size. */
  readonly par?: number | null
  /** Of pools and other bonds that are paid back bit by bit, by day. Quotes are for what is still owed. */
  readonly factors?: readonly PoolFactor[]
  /** Of loans: how they are paid back, for the payments to come. Default at the maturity. */
  readonly repayment?: Repayment | null
  /** Of loans without interest: how often they are paid back. Loans with interest have it in their coupons. */
  readonly paymentsPerYear?: number | null
  /** Of forwards: what is bought (quantity > 0) against the currency they are quoted in. Without quotes they are valued by the rates. */
  readonly baseCurrency?: string | null
  /** Of funds of private equity: what was promised to them, in their currency. */
  readonly commitment?: DecimalInput | null
}

/** Lots that come with a delivery: their dates and what they had cost, in the instrument's currency. */
export interface CarriedLot {
  readonly day: Day
  readonly quantity: DecimalInput
  readonly cost: DecimalInput
}

/**
 * One transaction. Amounts are exact decimals.
 *
 * - `quantity`: the signed change of the holding (bought, received > 0; sold, delivered < 0).
 * - `price`: per unit in the instrument's currency, without costs. `amount`: gross in the instrument's currency
 *   (of pure cash transactions: in `currency`), without costs; default quantity x price x contract size. The amount
 *   of a trade is a magnitude; of deposits, withdrawals, fees and taxes a magnitude whose negative is a refund;
 *   of income what was received, negative when it was paid. With a price below 0 the amount and the net of a trade are
 *   magnitudes of negative amounts: the buyer is paid. A price or amount of 0 states no value of what is delivered.
 * - `currency`: what it settles in, default the instrument's. `net`: what moved on the cash account, costs
 *   included, as a magnitude in `currency`; where it is missing it follows from amount, `rate` and costs.
 * - `rate`: units of `currency` per unit of the instrument's currency, as recorded.
 * - `fees`, `taxes`: costs inside this transaction, in `currency`; negative is a refund.
 * - `accrued`: accrued interest paid with a purchase or received with a sale, a magnitude in the instrument's
 *   currency.
 * - `fx` transactions pay `net` of `currency` and receive `counterAmount` of `counterCurrency`.
 * - `spin_off`: two transactions with one `link`, the parent with the quantity 0 and the child with what arrived, its
 *   value as price or amount (default the close). `merger`: two transactions with one `link`, the old leave and the new
 *   arrive. `numerator` new for `denominator` old; `net` is money received: for the fraction that the ratio leaves
 *   over, else a part of the price. Their `exDay` says from when the units count, whenever they are delivered.
 * - `exercise`, `assignment`, `rights`: two transactions with one `link`, the option or right leaves (or, if short,
 *   comes back), the shares come or go with the money that was paid. `rights` without a link are allotted free of charge.
 * - Futures and forwards cost nothing: a trade states price or amount (the notional) and moves its costs alone,
 *   whatever its `net`. Their gains and losses are paid by `variation_margin`, whose amount is signed like income.
 * - `return_of_capital`: `amount` as of income; it lowers the cost.
 * - `staking_reward`: units received free of payment. Price or amount are their value (default the close), which is
 *   income and their cost; only fees and taxes move cash.
 * - `redemption` without a quantity pays back a part of the nominal of a pool, whose factor states the rest.
 * - `fx` that names a forward as its instrument settles it: both legs are paid, and the forward ends (`quantity` of it, default all).
 * - `capital_call` and `valuation` of private equity may state money only: units are then counted at the last value.
 * - Two transfers with the same `link` are one move between two accounts; a transfer without a partner in the
 *   ledger is a delivery from or to the outside world.
 */
export interface Transaction {
  readonly id: string
  readonly account: string
  readonly type: TransactionType
  readonly day: Day
  readonly timeMs?: number
  readonly sequence?: number
  readonly exDay?: Day
  readonly instrument?: string
  readonly quantity?: DecimalInput
  readonly price?: DecimalInput
  readonly amount?: DecimalInput
  readonly currency?: string
  readonly net?: DecimalInput
  readonly rate?: DecimalInput
  readonly fees?: DecimalInput
  readonly taxes?: DecimalInput
  readonly accrued?: DecimalInput
  readonly counterCurrency?: string
  readonly counterAmount?: DecimalInput
  readonly link?: string
  /** Of a delivery: the lots that come with it. Without them the recorded value is the cost. */
  readonly lots?: readonly CarriedLot[]
  /** Specific lots that a sale takes, by the id of the transaction that opened them, where the broker states them. */
  readonly takes?: readonly { readonly transaction: string; readonly quantity: DecimalInput }[]
  readonly numerator?: DecimalInput
  readonly denominator?: DecimalInput
  /** Of a spin-off's child: the share of the parent's cost that goes with it (0 to 1), where it is stated. Default: by value. */
  readonly basisShare?: DecimalInput
}

/** All transactions, in any order, with the accounts and instruments they name. */
export interface Ledger {
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  readonly transactions: readonly Transaction[]
}
