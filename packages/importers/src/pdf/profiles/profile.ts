import type { Notation } from '../text/tokens/tokens.ts'
import type { PdfKind, RejectReason } from '../text/transaction.ts'
import type { LabelRole } from '../text/words/label-words.ts'
import type { DocumentKind } from '../text/words/title-words.ts'

/**
 * What the generic reader does not know of a bank: words and habits, as data. Words are compared without case, accents
 * and punctuation. Templates describe lines, see `text/templates.ts`.
 */
export interface BankProfile {
  readonly bank: string
  /** The bank is recognised if all words of one of the groups occur in the document. */
  readonly recognise: readonly (readonly string[])[]
  /** How it writes numbers, where the document does not show it. */
  readonly notation?: Partial<Notation>
  /** Titles of its documents. They outweigh those of the generic reader. */
  readonly titles?: Readonly<Partial<Record<DocumentKind, readonly string[]>>>
  /** Labels of its values. A label given here loses its generic meaning. */
  readonly labels?: Readonly<Partial<Record<LabelRole, readonly string[]>>>
  /** Lines with these words are left out. */
  readonly ignoreLines?: readonly string[]
  /** A note begins at a line with these words, or of this template: for files with several notes. */
  readonly starts?: readonly string[]
  /** From a line with these words on, the rest of the note is left out. */
  readonly ends?: readonly string[]
  /** Which date counts for trades and for income, in order of preference. */
  readonly dateOrder?: Readonly<Partial<Record<'trade' | 'income', readonly LabelRole[]>>>
  /** Taxes come with a document of their own: they are not taken off the payment. */
  readonly hasSeparateTaxNotes?: boolean
  /** Where values of notes stand that labels do not find. They replace what the generic reader found. */
  readonly values?: readonly ValueRule[]
  /** Documents read row by row: account statements, lists of trades, fee and tax notes. The first that fits is used. */
  readonly tables?: readonly TableRule[]
  /**
   * Notes of a fixed layout: fees, taxes, interest, transfers, odd trades. Looked at before tables, in order, until one
   * fits. The generic reader takes over if no form of a trade or income fits.
   */
  readonly forms?: readonly FormRule[]
}

/**
 * Templates of lines that follow each other in a note. Placeholders: date, time, ex, isin, wkn, ticker, name, shares,
 * nominal, price, amount (net), gross, tax, fee, accrued, rate, currency (of the amounts), foreign and foreignCurrency.
 */
export interface ValueRule {
  readonly kinds?: readonly DocumentKind[]
  readonly lines: readonly string[]
}

export interface TableRule {
  /** All words of one of the groups occur in the document. Left out: every document. */
  readonly when?: readonly (readonly string[])[]
  /** Nothing of such a document is posted. */
  readonly rejected?: RejectReason
  /** Currency of the amounts, where the rows and the head do not name it. */
  readonly currency?: string
  /** Template of the lines that are looked at. Left out: all. */
  readonly only?: string
  /**
   * Templates whose values hold for the rows below: currency, year, until (last day), since (last day of the statement
   * before), date, isin, wkn, name, shares, holding, section (a heading; its words choose the kind too).
   */
  readonly context?: readonly string[]
  readonly rows?: readonly RowRule[]
  /** First lines of parts: details of a row are looked for up to the next of them. Left out: up to the next row. */
  readonly parts?: readonly string[]
  /** Lines of this shape are entries. One that no row reads becomes a problem. */
  readonly entry?: string
  /** Templates with {amount}: opening balance plus all rows must be the closing balance. */
  readonly balance?: { readonly opening: string; readonly closing: string }
}

/**
 * A row of a table: templates of lines that follow each other. Placeholders as in `ValueRule`, and `credit`, `debit`,
 * `sign` (also words: Soll, Lasten, Gutschrift), `text` (note; its words choose the kind), `day` (without year; `year`
 * or `until` in the context gives it), `bookingDay` (tells the year of `day` at the turn of a year), `dayNumber`,
 * `monthName` and `year` (a date in pieces), `value` (value date), `money` (an amount with two decimals), `balance`,
 * `foreignTax` and `foreignFee`, `product` (what quantity times price makes, if not gross), `load` (front-end load in per
 * cent, part of the amount), `beforeTax` (gross and fees, where no amount after taxes is stated).
 */
export interface RowRule {
  /** A line that begins with a question mark may be missing. */
  readonly lines: readonly string[]
  /**
   * Templates of values anywhere in the lines below, or templates of whole lines that follow each other. Taxes and fees
   * add up, at the rate where they are foreign.
   */
  readonly details?: readonly (string | readonly string[])[]
  /** What the amount is less than gross was withheld, where the columns do not say it. */
  readonly restIsTax?: boolean
  /** A second transaction of the same amount: the fee that a sale pays, the purchase of a reinvested distribution. */
  readonly also?: PdfKind
  /** By direction: money in, money out. */
  readonly kind: PdfKind | { readonly credit: PdfKind; readonly debit: PdfKind }
  /** The first whose words occur in the text replaces `kind`. */
  readonly kindByText?: readonly KindByText[]
  readonly rejected?: RejectReason
  /** The row is a known line that is no transaction. */
  readonly isSkipped?: boolean
  /** The row is a transaction that this table does not describe: a problem. */
  readonly isUnknown?: boolean
}

export interface KindByText {
  /** Parts of words; a blank marks the start or the end of a word. '^' before it: the text begins with it. */
  readonly words: readonly string[]
  readonly kind?: PdfKind | { readonly credit: PdfKind; readonly debit: PdfKind }
  readonly rejected?: RejectReason
  readonly isSkipped?: boolean
  /** The entry becomes a problem. Last of the list, with an empty word: for all that is not named before. */
  readonly isUnknown?: boolean
  /**
   * The kind is chosen by the words that are common to banks. Last of the list, with an empty word. Where the row does
   * not state a direction, the balance before and after it or the words must tell it.
   */
  readonly isByWords?: boolean
}

/**
 * A note of a fixed layout: one transaction whose values stand at places that templates describe. Placeholders as in
 * `RowRule`; `part` values add up to the amount, `discount` was taken off quantity times price, `rebate` off the fees;
 * `contracts` times `contractSize` are the pieces of an option; `cost` is a fee that the amount of its line includes.
 */
export interface FormRule {
  /** All words of one of the groups occur in the document. */
  readonly when: readonly (readonly string[])[]
  /** None of these words occurs in the document. */
  readonly unless?: readonly string[]
  /** Template of the line a note begins with, where a document has several. */
  readonly starts?: string
  /** Template of a line. Only notes that have one are read. */
  readonly where?: string
  readonly kind: PdfKind | { readonly credit: PdfKind; readonly debit: PdfKind }
  readonly kindByText?: readonly KindByText[]
  readonly rejected?: RejectReason
  readonly currency?: string
  /** Templates, or templates of lines that follow each other. Each must be found; the first place counts. */
  readonly values: readonly (string | readonly string[])[]
  /** Those that may be missing. Taxes, fees and parts are added up over all places. */
  readonly optional?: readonly (string | readonly string[])[]
  /** The trades and income of the document are read too. */
  readonly isExtra?: boolean
}
