/** What a statement line can become. The direction is in the kind: amounts are never negative. */
export type PdfKind =
  | 'purchase'
  | 'sale'
  | 'dividend'
  | 'deposit'
  | 'removal'
  | 'fee'
  | 'feeRefund'
  | 'taxes'
  | 'taxRefund'
  | 'interest'
  | 'interestCharge'
  | 'inboundDelivery'
  | 'outboundDelivery'
  | 'accountTransfer'

/** Why a transaction was recognised but must not be posted from this document. */
export type RejectReason = 'cancellation' | 'other-document' | 'not-booked' | 'split'

export type PdfField =
  | 'kind'
  | 'date'
  | 'time'
  | 'exDate'
  | 'isin'
  | 'wkn'
  | 'ticker'
  | 'name'
  | 'shares'
  | 'amount'
  | 'gross'
  | 'taxes'
  | 'fees'
  | 'grossForeign'
  | 'rate'

/** Indexes of the lines a value was read from. */
export type Places = Readonly<Partial<Record<PdfField, readonly number[]>>>

/** A transaction of a statement. Amounts are exact decimal text in `currency`, unless stated otherwise. */
export interface PdfTransaction {
  readonly kind: PdfKind
  readonly date: string
  readonly time: string | null
  readonly exDate: string | null
  readonly isin: string | null
  readonly wkn: string | null
  readonly ticker: string | null
  readonly name: string | null
  /** Pieces. Of a bond quoted in per cent one piece is 100 of nominal. */
  readonly shares: string | null
  readonly nominal: string | null
  readonly currency: string
  /** Net: what moves the cash account. */
  readonly amount: string
  readonly gross: string
  readonly taxes: string
  readonly fees: string
  /** Gross in the currency of the security, where the document converts. */
  readonly grossForeign: string | null
  readonly foreignCurrency: string | null
  /** Units of `foreignCurrency` per unit of `currency`. */
  readonly rate: string | null
  readonly note: string | null
  readonly rejected: RejectReason | null
  readonly places: Places
}

/** What could not be read for certain: the values read, and the line they stand in. */
export interface ReadingProblem {
  readonly message: string
  readonly line: number
}

/** A position that a document states to be held on a day. */
export interface PdfHolding {
  readonly date: string
  readonly isin: string
  readonly name: string | null
  /** Pieces, or the nominal value where the price is in per cent. */
  readonly quantity: string
  readonly isPercent: boolean
  readonly price: string
  readonly priceCurrency: string | null
  readonly value: string
  readonly valueCurrency: string | null
  readonly line: number
}

export interface StatementReading {
  readonly bank: string | null
  readonly transactions: PdfTransaction[]
  /** Of a statement of holdings. */
  readonly holdings?: readonly PdfHolding[]
  readonly problems: ReadingProblem[]
  /** Set where nothing of the document is to be posted. */
  readonly rejected: RejectReason | null
}

export const noValues: Omit<PdfTransaction, 'kind' | 'date' | 'currency' | 'amount' | 'gross'> = {
  time: null,
  exDate: null,
  isin: null,
  wkn: null,
  ticker: null,
  name: null,
  shares: null,
  nominal: null,
  taxes: '0',
  fees: '0',
  grossForeign: null,
  foreignCurrency: null,
  rate: null,
  note: null,
  rejected: null,
  places: {},
}
