import { type GrowingColumns, growColumns, type Row } from '../snapshot/columns.ts'
import { appendRow, openTable, type RowTable } from '../snapshot/row-table.ts'
import type { Issue } from './issues.ts'

/**
 * The journal of all positions as columns, written once per snapshot. An event is the effect of one transaction on
 * one position, a lot is acquired by an opening, and a piece is the part of a lot that an event takes out. Amounts
 * are in the settlement currency of the event's posting, so that nothing here depends on a reporting currency.
 */

/** Kinds of events, as small integers for the column. */
export const EVENT = {
  /** Money of a cash position. */
  cash: 0,
  /** Adds a lot: a purchase, or a short sale. */
  open: 1,
  /** Takes lots out at a price: the result is realized. */
  close: 2,
  /** Lots leave with their date and cost: nothing is realized. */
  carryOut: 3,
  /** Lots arrive with their date and cost. */
  carryIn: 4,
  /** Income, fees or taxes only: quantity and lots stay. */
  result: 5,
  /** Quantity is multiplied, cost stays. */
  split: 6,
  /** A share (`poolShare`) of every open lot's cost moves to a spin-off; the quantity stays. */
  allocateCost: 7,
  /** A return of capital lowers the cost to 0; the excess is realized. */
  returnCapital: 8,
  /** A part of the nominal is repaid while the quantity stays: a share (`poolShare`) of every open lot is realized. */
  payDown: 9,
  /** Lots that were passed on are disposed of elsewhere: the gain they left with is realized. Pieces are of those lots. */
  realizeCarried: 10,
} as const

/** Whether an event pays for a part of a position's cost: a sale, a return of capital, a repayment. */
export function isDisposal(kind: number): boolean {
  return kind === EVENT.close || kind === EVENT.returnCapital || kind === EVENT.payDown
}

/** Whether an event changes the cost of the open lots while their units stay. */
export function changesCost(kind: number): boolean {
  return kind === EVENT.allocateCost || kind === EVENT.returnCapital || kind === EVENT.payDown
}

/** Whether an event changes neither the units nor the cost of the lots, apart from a split. */
export function leavesLots(kind: number): boolean {
  return kind === EVENT.result || kind === EVENT.split || kind === EVENT.realizeCarried
}

/** Kinds of an event's income, as small integers for the column. */
export const INCOME = { none: 0, dividend: 1, interest: 2, other: 3 } as const

/** Kinds of an event's fees: index into FEE_TYPES. */
export const FEE = { fees: 0, feesCash: 1, trailerFees: 2 } as const

/**
 * A part of the gain with which lots left a position. `lot` is the lot that continued them first, so that its parent
 * piece tells the position; `share` is the part of that gain that moves with the present lot.
 */
export interface GainPart {
  readonly lot: number
  readonly share: number
}

/** The gains that positions had on lots when they passed them on, until those lots are disposed of. */
export interface CarriedGains {
  /** By lot, as a whole. */
  readonly lots: Map<number, readonly GainPart[]>
  /** By position of an account with average cost: the shares in the pool, by `lot` of the part. */
  readonly pools: Map<number, Map<number, number>>
  /** By piece, between leaving a position and arriving in the next. */
  readonly pieces: Map<number, readonly GainPart[]>
}

/** The tables of a snapshot while the transactions are posted; they are frozen into typed arrays afterwards. */
export interface Journal {
  readonly events: GrowingColumns<'events'>
  readonly lots: RowTable<'lots'>
  readonly pieces: RowTable<'pieces'>
  readonly postings: GrowingColumns<'postings'>
  readonly positions: GrowingColumns<'positions'> & { readonly keys: string[] }
  /** Futures and forwards, by event: entry amounts of the open contracts plus margin paid on them. */
  readonly owed: Map<number, number>
  /** Futures, forwards and short options, by lot: exposure at opening, in the instrument's currency. */
  readonly marginRequirements: Map<number, number>
  readonly carriedGains: CarriedGains
  /** Transactions that were posted in doubt. */
  readonly issues: Issue[]
  /** Events and postings of an earlier derivation that this journal continues; its own columns begin after them. */
  readonly continued: { readonly events: number; readonly postings: number }
  /** How often lots that were written before have changed: a split multiplies them, a return of capital lowers them. */
  restatements: number
}

/** An empty journal. */
export function openJournal(): Journal {
  return {
    continued: { events: 0, postings: 0 },
    restatements: 0,
    owed: new Map(),
    marginRequirements: new Map(),
    carriedGains: { lots: new Map(), pools: new Map(), pieces: new Map() },
    issues: [],
    events: growColumns('events'),
    lots: openTable('lots'),
    pieces: openTable('pieces'),
    postings: growColumns('postings'),
    positions: { keys: [], ...growColumns('positions') },
  }
}

/** The close day of a position that is still open: later than every day. */
export const STILL_OPEN = 2_147_483_647

/** Bits of the positions' flags column. */
export const POSITION_FLAG = { oversold: 1, unowned: 2 } as const

/** The origin of an event: its posting, day, and the place of its transaction, -1 without one. */
export interface EventSource {
  readonly posting: number
  readonly day: number
  readonly entry: { readonly index: number }
}

/** Value, income, fees and taxes of an event, in the settlement currency. */
export interface EventAmounts {
  /** NaN where the value depends on a missing rate. */
  readonly posted: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** The change of a position by an event; its lots and pieces are those written since `lotFrom` and `pieceFrom`. */
export interface PositionChange {
  readonly position: number
  readonly kind: number
  readonly quantity: number
  readonly after: number
  readonly lotFrom: number
  readonly pieceFrom: number
  readonly poolShare: number
}

/** The kinds of an event's income and fees: one of INCOME and one of FEE. */
export interface ResultKinds {
  readonly income: number
  readonly fee: number
}

const PLAIN_KINDS: ResultKinds = { income: INCOME.none, fee: FEE.fees }

// Rows are appended in object literals, so that leaving out a column does not compile; the compiler drops the object.

/** Appends an event to the journal. @returns its row. */
export function writeEvent(
  { events, lots, pieces, continued }: Journal,
  source: EventSource,
  change: PositionChange,
  amounts: EventAmounts,
  kinds = PLAIN_KINDS,
): number {
  const lengths: Row<'events'> = {
    position: events.position.push(change.position),
    posting: events.posting.push(source.posting),
    transaction: events.transaction.push(source.entry.index),
    day: events.day.push(source.day),
    kind: events.kind.push(change.kind),
    quantity: events.quantity.push(change.quantity),
    after: events.after.push(change.after),
    posted: events.posted.push(amounts.posted),
    income: events.income.push(amounts.income),
    incomeKind: events.incomeKind.push(kinds.income),
    fees: events.fees.push(amounts.fees),
    feeKind: events.feeKind.push(kinds.fee),
    taxes: events.taxes.push(amounts.taxes),
    lotFrom: events.lotFrom.push(change.lotFrom),
    lotTo: events.lotTo.push(lots.count),
    pieceFrom: events.pieceFrom.push(change.pieceFrom),
    pieceTo: events.pieceTo.push(pieces.count),
    poolShare: events.poolShare.push(change.poolShare),
  }
  return continued.events + lengths.position - 1
}

/** Appends a piece of a lot. @returns its row. */
export function writePiece({ pieces }: Journal, lot: number, share: number, units: number): number {
  return appendRow<'pieces'>(pieces, { lot, share, units })
}

/** A change without lots or pieces. */
export function plainChange(
  journal: Journal,
  position: number,
  kind: number,
  after: number,
  quantity = 0,
): PositionChange {
  return {
    position,
    kind,
    quantity,
    after,
    lotFrom: journal.lots.count,
    pieceFrom: journal.pieces.count,
    poolShare: 0,
  }
}
