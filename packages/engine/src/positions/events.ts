/**
 * The journal of all positions as columns, written once per book. An event is what one booking does to one
 * position; a piece is a part of a lot that an event takes out; a lot is what an opening brought in. Amounts are
 * in the settlement currency of the event's booking: a question converts them, so nothing here depends on the
 * currency asked for.
 */

/** Kinds of events, as small integers for the column. */
export const EVENT = {
  /** Money of a cash position. */
  cash: 0,
  /** Adds a lot: a purchase, or a short sale. */
  open: 1,
  /** Takes lots out against a price: realized. */
  close: 2,
  /** Lots leave with their date and cost: nothing is realized. */
  carryOut: 3,
  /** Lots arrive with their date and cost. */
  carryIn: 4,
  /** Income, fees or taxes only: quantity and lots stay. */
  result: 5,
  /** Quantity is multiplied, cost stays. */
  split: 6,
} as const

/** What the income of an event is, as small integers for the column. */
export const INCOME = { none: 0, dividend: 1, interest: 2, other: 3 } as const

/** Where the fees of an event come from: index into FEE_TYPES. */
export const FEE = { fees: 0, feesCash: 1, trailerFees: 2 } as const

type Columns<Name extends string> = Record<Name, number[]>

export type EventColumn =
  | 'position'
  | 'booking'
  | 'transaction'
  | 'day'
  | 'kind'
  | 'quantity'
  | 'after'
  | 'booked'
  | 'income'
  | 'incomeKind'
  | 'fees'
  | 'feeKind'
  | 'taxes'
  | 'lotFrom'
  | 'lotTo'
  | 'pieceFrom'
  | 'pieceTo'
  | 'poolShare'

export type LotColumn =
  | 'position'
  | 'transaction'
  | 'day'
  | 'units'
  | 'unitCost'
  | 'parentPiece'
  | 'givenCost'
export type PieceColumn = 'lot' | 'share' | 'units'
export type BookingColumn = 'day' | 'settleCurrency' | 'otherCurrency' | 'perSettled'
export type PositionColumn =
  | 'account'
  | 'instrument'
  | 'currency'
  | 'sequence'
  | 'side'
  | 'openDay'
  | 'closeDay'
  | 'flags'

/** Growing columns while a book is derived; they are frozen into typed arrays afterwards. */
export interface Journal {
  readonly events: Columns<EventColumn>
  readonly lots: Columns<LotColumn>
  readonly pieces: Columns<PieceColumn>
  readonly bookings: Columns<BookingColumn>
  readonly positions: Columns<PositionColumn> & { readonly keys: string[] }
}

/** An empty journal. */
export function openJournal(): Journal {
  return {
    events: {
      position: [],
      booking: [],
      transaction: [],
      day: [],
      kind: [],
      quantity: [],
      after: [],
      booked: [],
      income: [],
      incomeKind: [],
      fees: [],
      feeKind: [],
      taxes: [],
      lotFrom: [],
      lotTo: [],
      pieceFrom: [],
      pieceTo: [],
      poolShare: [],
    },
    lots: { position: [], transaction: [], day: [], units: [], unitCost: [], parentPiece: [], givenCost: [] },
    pieces: { lot: [], share: [], units: [] },
    bookings: { day: [], settleCurrency: [], otherCurrency: [], perSettled: [] },
    positions: {
      keys: [],
      account: [],
      instrument: [],
      currency: [],
      sequence: [],
      side: [],
      openDay: [],
      closeDay: [],
      flags: [],
    },
  }
}

/** A position that is still open has this close day: later than every day. */
export const STILL_OPEN = 2_147_483_647

/** Bits of the positions' flags column. */
export const POSITION_FLAG = { oversold: 1, unowned: 2 } as const

/** One event about to be written; what is not said is zero or empty. */
export interface EventDraft {
  readonly position: number
  readonly booking: number
  readonly transaction: number
  readonly day: number
  readonly kind: number
  readonly after: number
  readonly quantity?: number
  readonly booked?: number
  readonly income?: number
  readonly incomeKind?: number
  readonly fees?: number
  readonly feeKind?: number
  readonly taxes?: number
  readonly lotFrom?: number
  readonly pieceFrom?: number
  readonly poolShare?: number
}

/** Appends an event; its lots and pieces are those written since `lotFrom` and `pieceFrom`. */
export function writeEvent(journal: Journal, draft: EventDraft): void {
  const { events, lots, pieces } = journal
  events.position.push(draft.position)
  events.booking.push(draft.booking)
  events.transaction.push(draft.transaction)
  events.day.push(draft.day)
  events.kind.push(draft.kind)
  events.quantity.push(draft.quantity ?? 0)
  events.after.push(draft.after)
  events.booked.push(draft.booked ?? 0)
  events.income.push(draft.income ?? 0)
  events.incomeKind.push(draft.incomeKind ?? INCOME.none)
  events.fees.push(draft.fees ?? 0)
  events.feeKind.push(draft.feeKind ?? FEE.fees)
  events.taxes.push(draft.taxes ?? 0)
  events.lotFrom.push(draft.lotFrom ?? lots.position.length)
  events.lotTo.push(lots.position.length)
  events.pieceFrom.push(draft.pieceFrom ?? pieces.lot.length)
  events.pieceTo.push(pieces.lot.length)
  events.poolShare.push(draft.poolShare ?? 0)
}
