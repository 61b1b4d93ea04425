import type { InstrumentType, TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'
import type { SkipCode } from '../problem.ts'
import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import type { Meaning } from './meaning.ts'
import type { Separator } from './table/records.ts'

/** The effect of a row on the ledger. */
export interface Effect {
  readonly type: TransactionType
  /** Direction. If absent, the signs of the row decide. */
  readonly side?: Side
  /** The costs column holds taxes in these rows. */
  readonly costsAreTaxes?: true
  /** Shares received free of charge: the row has no amount. */
  readonly isFree?: true
  /** Shares received as income: income of the same value is posted with them. */
  readonly earnedAs?: TransactionType
  /** Proceeds that leave the account at once, such as a payment with a card: a cash row of the same value is posted. */
  readonly spentAs?: TransactionType
  /** The row is about cash alone, whatever security it names. */
  readonly isCashOnly?: true
  /** Costs are taken in the asset and are part of the quantity. */
  readonly costsInKind?: true
  /** Without an amount, income is quantity times price. */
  readonly isPerUnit?: true
  /** One row exchanges an instrument for `counter_quantity` of `counter_symbol`. */
  readonly isExchange?: true
  /**
   * One of two rows that describe one event.
   * - `conversion`: money of one currency for money of another
   * - `split`: the old number of shares and the new one
   * - `swap`: one security for another (merger, change of name or ISIN)
   * - `trade`: all rows of a trade, money (`isCashOnly`) and asset, with the same reference or at the same time
   */
  readonly half?: 'conversion' | 'split' | 'swap' | 'trade'
  /** A split row states the added shares; the ratio follows from the holding before. */
  readonly addedShares?: true
  readonly instrumentType?: InstrumentType
}

/** Classifies rows by their cells. The first rule whose patterns all match decides. */
export interface Rule {
  readonly when: Partial<Record<Meaning, RegExp>>
  readonly post?: Effect
  /** Why these rows are skipped. */
  readonly skip?: SkipCode
  /** Problem to report for these rows, which cannot be posted. */
  readonly refuse?:
    | 'no_ratio'
    | 'no_parent'
    | 'no_sold_currency'
    | 'no_other_side'
    | 'cash_of_trade'
    | 'not_supported'
}

/** Headers of a column in any language, or the headers of its left neighbour if it has none itself. */
export type ColumnSpec = readonly string[] | { readonly rightOf: readonly string[] }

/**
 * How the CSV files of one broker are read, as data. A new broker is one preset file and a line in the list of
 * presets; docs/importing.md explains how to write it.
 */
export interface Preset {
  readonly id: string
  readonly name: string
  /** The custodian, if the preset is named otherwise; null for programs that export from several. */
  readonly custodian?: string | null
  readonly format: 'csv' | 'portfolio_performance'
  /** Written after published lists of columns, because no file of the broker is public. */
  readonly followsPublishedColumns?: true
  /** Sets of headers. A file with every header of one set belongs to this broker. */
  readonly detect: readonly (readonly string[])[]
  /** What the file says elsewhere, where its header alone could be that of any bank. */
  readonly mentions?: RegExp
  readonly columns: Partial<Record<Meaning, ColumnSpec>>
  /** How ambiguous numbers and dates are read. If absent, it is inferred from the file. */
  readonly decimalMark?: DecimalMark
  readonly dateOrder?: DateOrder
  readonly separator?: Separator
  /** Currency of amounts where no column states it. */
  readonly currency?: string
  /** Columns that identify a security row; by default any identifier or name. In other rows a name is a note. */
  readonly securityBy?: readonly Meaning[]
  /** Values to extract from longer texts. Named groups are meanings and override columns. */
  readonly extract?: readonly {
    readonly from: Meaning
    readonly pattern: RegExp
    /** Only in rows whose cells match. */
    readonly when?: Rule['when']
  }[]
  readonly rules: readonly Rule[]
  /**
   * Columns that identify a row across files. If another cell changes in a later file, the transaction is corrected.
   * If absent, the whole content identifies the row, and a changed row is a new one.
   */
  readonly identity?: readonly Meaning[]
  /** Placeholder values of the reference column. */
  readonly noReference?: RegExp
  /** Whether the amount of a trade is the cash moved (the default) or the value of the shares. */
  readonly tradeAmountIs?: 'net' | 'gross'
  /** Fees have no column: they are the difference between a trade's amount and quantity times price. */
  readonly feesAreTheRest?: true
  /** As `feesAreTheRest`, for fees of a few cents. They are no part of a row's key. */
  readonly smallFeesAreTheRest?: true
  /** The price is a market price, not that of the trade, which follows from the amount. */
  readonly priceIsIndicative?: true
  /** If the rate is not 1, the amount is in the currency of the account. */
  readonly rateMeansAccountCurrency?: true
  readonly instrumentType?: InstrumentType
  /** Currency of prices where no column states it, such as pence. */
  readonly priceCurrency?: string
  /** Currency of prices by symbol, where the exchange in it decides. */
  readonly quotedIn?: readonly { readonly symbol: RegExp; readonly currency: string }[]
  /** Costs are charged on top of the amount, in the same unit. */
  readonly costsAreExtra?: true
  /** Presets of one group are tables that the same file may hold. */
  readonly group?: string
  /** The line above the table whose second cell is the closing balance, by its first cell. */
  readonly closing?: RegExp
  /** A row with this cell alone continues the cell of the previous row. */
  readonly continues?: Meaning
}
