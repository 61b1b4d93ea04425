import type { InstrumentType, TransactionType } from '@plumbline/engine'

/** The direction of a transaction as its statement words it. */
export type Side = 'buy' | 'sell' | 'in' | 'out'

/** How custodians call an instrument beside its ISIN: a national number, a contract number of theirs. */
export interface Identifier {
  readonly kind: 'cusip' | 'sedol' | 'valor' | 'wkn' | 'figi' | 'conid' | 'other'
  readonly value: string
}

/** Everything a statement says about an instrument, for whoever has to find or to make it. */
export interface InstrumentHint {
  readonly isin: string | null
  readonly symbol: string | null
  readonly name: string | null
  /** What it is quoted in; minor units as they are (GBX). Null where the statement does not say. */
  readonly currency: string | null
  readonly type: InstrumentType | null
  readonly exchange: string | null
  readonly country: string | null
  readonly identifiers: readonly Identifier[]
  /** What one unit is worth in prices: 100 for most options, 0.01 for bonds quoted in percent. */
  readonly contractSize: string | null
  readonly expiry: string | null
  readonly strike: string | null
  readonly right: 'call' | 'put' | null
  /** Of options: symbol or name of what they are on. */
  readonly underlying: string | null
}

/**
 * A row of a statement as the transaction it would become. Amounts are exact decimal text with the signs of the
 * ledger: `quantity` is the change of the holding; of trades `price`, `amount` (gross, in the instrument's
 * currency) and `net` (what moved on the account, in `currency`) are magnitudes; of income `net` is what was
 * received after costs, negative when it was paid, and `amount` what it was in the currency of the instrument,
 * where a file says so; of deposits, withdrawals, fees and taxes `amount` is a magnitude whose negative is a refund. `fx` pays `net` of `currency`
 * and receives `counterAmount` of `counterCurrency`.
 */
export interface Draft {
  /** First line of the row in the file, counted from 1. */
  readonly line: number
  readonly raw: string
  /** Which of the reading's statements it belongs to. */
  readonly statement: number
  /** The same for the same row in every file: the custodian's own id, else what the row says. */
  readonly key: string
  readonly type: TransactionType
  readonly side: Side | null
  readonly date: string
  readonly time: string | null
  readonly settleDate: string | null
  readonly exDate: string | null
  readonly instrument: InstrumentHint | null
  readonly quantity: string | null
  readonly price: string | null
  readonly amount: string | null
  /** What it settles in. Null where the file does not say: the currency of the account. */
  readonly currency: string | null
  readonly net: string | null
  readonly rate: string | null
  readonly fees: string
  readonly taxes: string
  readonly accrued: string | null
  readonly counterCurrency: string | null
  readonly counterAmount: string | null
  /** Of transfers: the other account, as the file calls it. */
  readonly counterAccount: string | null
  /** Drafts that share it are the sides of one thing: a transfer, an exercise, a merger. */
  readonly link: string | null
  readonly numerator: string | null
  readonly denominator: string | null
  readonly note: string | null
  /** Order or voucher number, for people. */
  readonly reference: string | null
}

/** What could be read of a row that has a problem, so that a person can put the rest right. */
export type PartialDraft = Partial<Omit<Draft, 'line' | 'raw' | 'statement' | 'key'>>

/** A draft as readers of formats write it: what they leave out is missing or 0. */
export type DraftInput = Pick<Draft, 'type' | 'date'> & PartialDraft

/** A holding as a statement of holdings tells it. It is compared with the ledger, never posted. */
export interface Holding {
  readonly line: number
  readonly statement: number
  readonly date: string | null
  readonly instrument: InstrumentHint
  readonly quantity: string
  readonly price: string | null
  readonly priceCurrency: string | null
  readonly value: string | null
  readonly valueCurrency: string | null
  readonly accrued: string | null
}

/** Cash as a statement tells it, at the end of a day. */
export interface Balance {
  readonly line: number
  readonly kind: 'opening' | 'closing'
  readonly date: string | null
  readonly currency: string | null
  readonly amount: string
}

/** One account in a file. Most files have one. */
export interface Statement {
  /** Number, IBAN or name of the account, as the file gives it. */
  readonly account: string | null
  readonly name: string | null
  readonly currency: string | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly balances: readonly Balance[]
}

/** What a draft says where its file says nothing. */
export const noDetails: Omit<Draft, 'line' | 'raw' | 'statement' | 'key' | 'type' | 'date'> = {
  side: null,
  time: null,
  settleDate: null,
  exDate: null,
  instrument: null,
  quantity: null,
  price: null,
  amount: null,
  currency: null,
  net: null,
  rate: null,
  fees: '0',
  taxes: '0',
  accrued: null,
  counterCurrency: null,
  counterAmount: null,
  counterAccount: null,
  link: null,
  numerator: null,
  denominator: null,
  note: null,
  reference: null,
}

export const noInstrument: InstrumentHint = {
  isin: null,
  symbol: null,
  name: null,
  currency: null,
  type: null,
  exchange: null,
  country: null,
  identifiers: [],
  contractSize: null,
  expiry: null,
  strike: null,
  right: null,
  underlying: null,
}
