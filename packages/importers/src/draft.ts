import type { DraftValue } from '@plumbline/contract'
import type { InstrumentType, TransactionType } from '@plumbline/engine'
import type { RowCounts } from './row-outcomes.ts'

/** The direction of a transaction as its statement words it. */
export type Side = 'buy' | 'sell' | 'in' | 'out'

/** An identifier beside the ISIN: a national number, or a custodian's own contract number. */
export interface Identifier {
  readonly kind: 'cusip' | 'sedol' | 'valor' | 'wkn' | 'figi' | 'conid' | 'other'
  readonly value: string
}

/** What a statement states about an instrument, to find it or create it. */
export interface InstrumentHint {
  readonly isin: string | null
  readonly symbol: string | null
  readonly name: string | null
  /** Quotation currency; minor units are kept (GBX). Null where the statement does not state it. */
  readonly currency: string | null
  readonly type: InstrumentType | null
  readonly exchange: string | null
  readonly country: string | null
  readonly identifiers: readonly Identifier[]
  /** Price multiplier: 100 for most options, 0.01 for bonds quoted in percent. */
  readonly contractSize: string | null
  readonly expiry: string | null
  readonly strike: string | null
  readonly right: 'call' | 'put' | null
  /** Symbol or name of an option's underlying. */
  readonly underlying: string | null
}

/**
 * The transaction that a row of a statement would become. Amounts are exact decimal text, `quantity` is the change of
 * the holding. Signs follow the ledger:
 *
 * - trades: `price`, `amount` (gross, in the instrument's currency) and `net` (cash moved, in `currency`) are magnitudes
 * - income: `net` is received after costs, negative if paid; `amount` is in the instrument's currency, if stated
 * - deposits, withdrawals, fees, taxes: `amount` is a magnitude, negative for a refund
 * - `fx`: pays `net` of `currency` and receives `counterAmount` of `counterCurrency`
 */
export interface Draft {
  /** First line of the row in the file, from 1. */
  readonly line: number
  readonly raw: string
  /** Index of its statement in the reading. */
  readonly statement: number
  /** Identifies the row across files: the custodian's own id, else a hash of its content. */
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
  /** Settlement currency. Null stands for the currency of the account. */
  readonly currency: string | null
  readonly net: string | null
  readonly rate: string | null
  readonly fees: string
  readonly taxes: string
  readonly accrued: string | null
  readonly counterCurrency: string | null
  readonly counterAmount: string | null
  /** The other account of a transfer, as the file names it. */
  readonly counterAccount: string | null
  /** Shared by the drafts of one event: a transfer, an exercise, a merger. */
  readonly link: string | null
  readonly numerator: string | null
  readonly denominator: string | null
  /** Of a spin-off's child: the share of the parent's cost that it takes over, 0 to 1. */
  readonly basisShare: string | null
  readonly note: string | null
  /** Order or voucher number, for people. */
  readonly reference: string | null
  /** The lines of a PDF that its values were read from. */
  readonly places?: Places
}

export type Places = Readonly<Partial<Record<DraftValue, readonly number[]>>>

/** The readable part of a row with a problem, which the user completes. */
export type PartialDraft = Partial<Omit<Draft, 'line' | 'raw' | 'statement' | 'key'>>

/** A draft as format readers write it; omitted fields default to `noDetails`. */
export type DraftInput = Pick<Draft, 'type' | 'date'> & PartialDraft

/** A holding reported by a statement of holdings. It is compared with the ledger, never posted. */
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

/** A cash balance reported by a statement, at the end of a day. */
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
  /** Name of the bank, where the file gives it. */
  readonly institution?: string
  readonly currency: string | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly balances: readonly Balance[]
  /** The rows of this account, by what became of them. */
  readonly rows: RowCounts
}

/** Defaults of a draft's optional fields. */
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
  basisShare: null,
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
