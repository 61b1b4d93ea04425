import type { InstrumentType, TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'
import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import type { Meaning } from './meaning.ts'
import type { Separator } from './records.ts'

/** What a row does to the ledger. */
export interface Effect {
  readonly type: TransactionType
  /** Which way it goes; where it is absent the signs of the row decide. */
  readonly side?: Side
  /** The column of costs holds taxes in rows of this kind. */
  readonly costsAreTaxes?: true
  /** Shares for nothing: the row has no amount, and that is no mistake. */
  readonly isFree?: true
  /** Shares that were earned: income of the same value is posted with them. */
  readonly earnedAs?: TransactionType
  /** One row gives one thing away for another: `counter_quantity` of `counter_symbol`. */
  readonly isExchange?: true
  /**
   * Half of something: rows that follow each other are its sides.
   * - `conversion`: money of one currency for money of another
   * - `split`: the old number of shares and the new one
   * - `swap`: one security for another (merger, change of name or ISIN)
   */
  readonly half?: 'conversion' | 'split' | 'swap'
  /** Of splits: the row has the shares that were added, the ratio follows from what the file held before. */
  readonly addedShares?: true
  readonly instrumentType?: InstrumentType
}

/** A row of a kind, told by its cells. The first rule whose every pattern matches decides. */
export interface Rule {
  readonly when: Partial<Record<Meaning, RegExp>>
  readonly snapshot?: Effect
  /** Why rows of this kind snapshot nothing. */
  readonly skip?: string
  /** Why rows of this kind cannot be posted: a problem with its line. */
  readonly refuse?: 'no_ratio' | 'no_parent' | 'no_sold_currency' | 'not_supported'
}

/** The headers that mean something, in any language; or the column beside such a header, which has none itself. */
export type ColumnSpec = readonly string[] | { readonly rightOf: readonly string[] }

/**
 * How the files of one broker are read, as data. A new broker is a file like this one and a line in the list of
 * presets; docs/importing.md tells how to write it.
 */
export interface Preset {
  readonly id: string
  readonly name: string
  readonly format: 'csv' | 'portfolio_performance'
  /** Sets of headers: a file with every header of one set is of this broker. */
  readonly detect: readonly (readonly string[])[]
  readonly columns: Partial<Record<Meaning, ColumnSpec>>
  /** How doubtful numbers and dates are read; absent, the file tells. */
  readonly decimalMark?: DecimalMark
  readonly dateOrder?: DateOrder
  readonly separator?: Separator
  /** The currency of amounts where no column says. */
  readonly currency?: string
  /** The columns that make a row one about a security; absent, any that could. Elsewhere a name is a note. */
  readonly securityBy?: readonly Meaning[]
  /** What to take out of longer texts: named groups are meanings, and win over columns. */
  readonly extract?: readonly { readonly from: Meaning; readonly pattern: RegExp }[]
  readonly rules: readonly Rule[]
  /**
   * What makes a row this row for as long as it lives. If one of its other cells changes in a later file, the
   * transaction is corrected. Absent, everything the row says makes it: a change is then another row.
   */
  readonly identity?: readonly Meaning[]
  /** References that stand for none. */
  readonly noReference?: RegExp
  /** What trades state as their amount: what moved on the account (the default), or what the shares were worth. */
  readonly tradeAmountIs?: 'net' | 'gross'
  /** Fees are in no column: they are what a trade's amount has beyond quantity times price. */
  readonly feesAreTheRest?: true
  /** With a rate that is not 1 the amount is in the currency of the account. */
  readonly rateMeansAccountCurrency?: true
  readonly instrumentType?: InstrumentType
  /** A row with this cell alone goes on with the same cell of the row before it. */
  readonly continues?: Meaning
}
