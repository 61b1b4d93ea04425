/** What can be said about a type of transaction: the vocabulary of the table in transaction-types.ts. */

export type TransactionCategory =
  | 'trade'
  | 'income'
  | 'cash_flow'
  | 'corporate_action'
  | 'transfer'
  | 'valuation'

/** How a transaction is posted, whatever its type is called. */
export type PostingKind =
  | 'trade'
  | 'income'
  | 'income_in_kind'
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
 * Which fields carry the facts of a transaction, in a form, a statement row and the ledger alike.
 * - trade: units against money; exchange: units against units, with money for a fraction
 * - income: money received; income_in_kind: units received free of payment, at a value
 * - charge, cash: an amount of money; transfer: money, or units of an instrument
 * - conversion: money against money of another currency
 * - split: a ratio; valuation: a price or a value
 */
export type StatedAs =
  | 'trade'
  | 'exchange'
  | 'income'
  | 'income_in_kind'
  | 'charge'
  | 'cash'
  | 'transfer'
  | 'conversion'
  | 'split'
  | 'valuation'

/** Facts that no transaction of a type can do without. `counter_amount` stands for both legs of a conversion. */
export type NeededFact = 'instrument' | 'quantity' | 'amount' | 'ratio' | 'counter_amount'

/** A field of the entry form, beyond account, date and note. `subject` is a position or an instrument. */
export type EntryField =
  | 'subject'
  | 'quantity'
  | 'price'
  | 'accrued'
  | 'ratio'
  | 'amount'
  | 'currency'
  | 'fees'
  | 'taxes'
  | 'counterAccount'
  | 'counterCurrency'
  | 'counterAmount'

/** One choice of the entry form. Choices are shown by ascending `place`. */
export interface EntryChoice {
  readonly kind: string
  readonly place: number
  readonly asks: readonly EntryField[]
}

/** How a statement of an unknown bank or broker may word a type. The lowest `rank` that matches decides. */
export interface StatementWord {
  readonly rank: number
  readonly pattern: RegExp
  /** Absent where the signs of the row tell the direction. */
  readonly side?: 'buy' | 'sell' | 'in' | 'out'
}

export interface TransactionTypeRules {
  readonly category: TransactionCategory
  readonly posting: PostingKind
  /** Overrides `posting` where an instrument is named. */
  readonly postingWithInstrument?: PostingKind
  /** Overrides `posting` where no quantity is stated. */
  readonly postingWithoutQuantity?: PostingKind
  readonly statedAs: StatedAs
  readonly needs: readonly NeededFact[]
  /** Which way units move when a person enters it; null where none do. */
  readonly units: 'in' | 'out' | 'either' | null
  /** Which way a positive amount moves cash: `by_quantity` pays for units received. Null moves none. */
  readonly cash: 'in' | 'out' | 'by_quantity' | null
  /** The direction that lists show. */
  readonly side: 'in' | 'out' | 'by_quantity' | 'by_leg' | null
  /** Which figure its income counts in. */
  readonly income: 'dividend' | 'interest' | 'other' | null
  /** Which figure its amount counts in, where the amount is a cost. */
  readonly charge: 'fees' | 'taxes' | null
  /** The accrued claim that its money settles. */
  readonly settles: 'interest' | 'principal' | null
  /**
   * How the two transactions of one link are distinguished: `out` gives (the parent, the old shares, the option) and
   * `into` receives. By quantity the one that gives is negative (or zero, for a parent that keeps its units); by value
   * it is the one without money. Null where two never belong together.
   */
  readonly linkSide: 'into' | 'out' | 'by_quantity' | 'by_zero_quantity' | 'by_value' | null
  /** The same move in the other direction, for statements that give the direction by the sign alone. */
  readonly opposite?: 'deposit' | 'withdrawal' | 'transfer_in' | 'transfer_out'
  /** Null: only an import can bring it. Without choices it is entered through the API or a manual asset. */
  readonly entry: { readonly needsInstrument: boolean; readonly choices: readonly EntryChoice[] } | null
  /** Whether a statement row states the price in the currency of the row, which is then the instrument's. */
  readonly isPricedInRowCurrency: boolean
  /** Whether a person may map a word of a CSV file to it, and with which sides. */
  readonly mapsTo: readonly ('buy' | 'sell' | null)[]
  readonly words: readonly StatementWord[]
}
