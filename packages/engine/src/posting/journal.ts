/**
 * The journal of all positions as columns, written once per snapshot. An event is what one transaction does to one
 * position; a piece is a part of a lot that an event takes out; a lot is what an opening brought in. Amounts are
 * in the settlement currency of the event's transaction: a query converts them, so nothing here depends on the
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
  /** A share (`poolShare`) of every open lot's cost leaves with a value; the quantity stays. */
  giveCost: 7,
  /** Money comes back out of the position: it lowers the cost to 0, what exceeds it is realized. */
  giveBack: 8,
  /** A part of the nominal is paid back while the quantity stays: a share (`poolShare`) of every open lot is realized. */
  payDown: 9,
} as const

/** Whether an event brings money for a part of what a position cost: a sale, a return of capital, a repayment. */
export function isDisposal(kind: number): boolean {
  return kind === EVENT.close || kind === EVENT.giveBack || kind === EVENT.payDown
}

/** Whether an event changes what the open lots cost while their units stay. */
export function changesCost(kind: number): boolean {
  return kind === EVENT.giveCost || kind === EVENT.giveBack || kind === EVENT.payDown
}

/** What the income of an event is, as small integers for the column. */
export const INCOME = { none: 0, dividend: 1, interest: 2, other: 3 } as const

/** Where the fees of an event come from: index into FEE_TYPES. */
export const FEE = { fees: 0, feesCash: 1, trailerFees: 2 } as const

type Columns<Name extends string> = Record<Name, number[]>

export type EventColumn =
  | 'position'
  | 'posting'
  | 'transaction'
  | 'day'
  | 'kind'
  | 'quantity'
  | 'after'
  | 'posted'
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
  | 'paid'
export type PieceColumn = 'lot' | 'share' | 'units'
export type PostingColumn = 'day' | 'settleCurrency' | 'otherCurrency' | 'perSettled'
export type PositionColumn =
  | 'account'
  | 'instrument'
  | 'currency'
  | 'sequence'
  | 'side'
  | 'openDay'
  | 'closeDay'
  | 'flags'

/** Growing columns while a snapshot is derived; they are frozen into typed arrays afterwards. */
export interface Journal {
  readonly events: Columns<EventColumn>
  readonly lots: Columns<LotColumn>
  readonly pieces: Columns<PieceColumn>
  readonly postings: Columns<PostingColumn>
  readonly positions: Columns<PositionColumn> & { readonly keys: string[] }
  /** Of futures and forwards, per event: what the open contracts were entered at and have been paid, in all. */
  readonly owed: Map<number, number>
  /** Of futures, forwards and short options, per lot: its exposure when it was opened, in the instrument's currency. */
  readonly tied: Map<number, number>
}

/** An empty journal. */
export function openJournal(): Journal {
  return {
    owed: new Map(),
    tied: new Map(),
    events: {
      position: [],
      posting: [],
      transaction: [],
      day: [],
      kind: [],
      quantity: [],
      after: [],
      posted: [],
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
    lots: {
      position: [],
      transaction: [],
      day: [],
      units: [],
      unitCost: [],
      parentPiece: [],
      givenCost: [],
      paid: [],
    },
    pieces: { lot: [], share: [], units: [] },
    postings: { day: [], settleCurrency: [], otherCurrency: [], perSettled: [] },
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

/** Where an event stands: its position, transaction, transaction and day. */
export interface EventPlace {
  readonly position: number
  readonly posting: number
  readonly transaction: number
  readonly day: number
}

/** Value, income, fees and taxes of an event, in the settlement currency. */
export interface Costs {
  readonly posted: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** What an event does to the holding; lots and pieces are those written since `lotFrom` and `pieceFrom`. */
export interface HoldingChange {
  readonly kind: number
  readonly quantity: number
  readonly after: number
  readonly lotFrom: number
  readonly pieceFrom: number
  readonly poolShare: number
}

/** Appends an event to the journal. */
export function writeEvent(
  journal: Journal,
  place: EventPlace,
  change: HoldingChange,
  costs: Costs,
  incomeKind: number,
  feeKind: number,
): void {
  const { events, lots, pieces } = journal
  events.position.push(place.position)
  events.posting.push(place.posting)
  events.transaction.push(place.transaction)
  events.day.push(place.day)
  events.kind.push(change.kind)
  events.quantity.push(change.quantity)
  events.after.push(change.after)
  events.posted.push(costs.posted)
  events.income.push(costs.income)
  events.incomeKind.push(incomeKind)
  events.fees.push(costs.fees)
  events.feeKind.push(feeKind)
  events.taxes.push(costs.taxes)
  events.lotFrom.push(change.lotFrom)
  events.lotTo.push(lots.position.length)
  events.pieceFrom.push(change.pieceFrom)
  events.pieceTo.push(pieces.lot.length)
  events.poolShare.push(change.poolShare)
}

/** A change without lots or pieces. */
export function plainChange(journal: Journal, kind: number, quantity: number, after: number): HoldingChange {
  return {
    kind,
    quantity,
    after,
    lotFrom: journal.lots.position.length,
    pieceFrom: journal.pieces.lot.length,
    poolShare: 0,
  }
}
