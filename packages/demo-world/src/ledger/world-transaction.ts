import type { TransactionType } from '@plumbline/contract'
import type { Day } from '@plumbline/engine'

/**
 * A transaction as the ledger has it. Decimals are text; family, account and instrument are keys of the demo world.
 *
 * How the demo world uses the types whose shape the ledger leaves open:
 * - Trades in futures and forwards state price and amount (the notional), but move no money except their fees:
 *   `net` is the fees. What they win or lose comes as `variation_margin`, whose amount and net are signed like
 *   income; the last one comes before the closing transaction of the same day, so that nothing is left to pay.
 * - `exercise` and `assignment` are two transactions with one link: the option leaves (or, if short, comes back) at
 *   the price 0, and the shares come or go at the strike with the money that moved.
 * - `spin_off` is two transactions with one link and the ratio of shares: the parent with the quantity 0, and the
 *   child with what arrived and its value on that day.
 * - `merger` is two transactions with one link and the ratio: the old shares leave, the new ones arrive, no money.
 * - `split` states the shares that were added, and the ratio.
 * - `valuation` states the quantity held, the price of one and the value of all.
 * - A `distribution` with a quantity gives units back, without one it is income.
 */
export interface WorldTransaction {
  readonly id: string
  readonly family: string
  readonly account: string
  readonly type: TransactionType
  readonly day: Day
  readonly sequence: number
  readonly settleDay: Day | null
  readonly exDay: Day | null
  readonly instrument: string | null
  readonly quantity: string | null
  readonly price: string | null
  readonly amount: string | null
  readonly currency: string
  readonly net: string | null
  readonly rate: string | null
  readonly fees: string
  readonly taxes: string
  readonly accrued: string | null
  readonly counterCurrency: string | null
  readonly counterAmount: string | null
  readonly link: string | null
  readonly lots: readonly { readonly date: string; readonly quantity: string; readonly cost: string }[] | null
  readonly numerator: string | null
  readonly denominator: string | null
  readonly note: string | null
  readonly source: 'integration' | 'manual'
  readonly sourceKey: string
}

/** A transaction before the posting context adds account, date and order. */
export type Draft = Pick<WorldTransaction, 'type' | 'currency'> &
  Partial<Omit<WorldTransaction, 'id' | 'family' | 'account' | 'day' | 'sequence' | 'source' | 'sourceKey'>>
