import { type TransactionType, transactionTypes } from '@plumbline/contract'
import type { Book } from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { LedgerColumns } from '../snapshots/ledger-columns.ts'

/** Which part of a booking a line of the list shows. */
export const linePart = {
  /** The booking itself, without the fee that came with it. */
  whole: 0,
  /** The fee that came with it: a line of its own, so that it is counted once. */
  fees: 1,
  /** What a conversion received, in the other currency. */
  received: 2,
} as const

/**
 * The lines of a ledger: every booking, the fee that came with it, and the second side of a conversion. Together
 * the lines of an account move its cash, currency by currency.
 */
export interface LedgerLines {
  readonly count: number
  readonly booking: Int32Array
  readonly part: Uint8Array
  /** The position that it belongs to; -1 where the book has none, as for what is no longer in force. */
  readonly position: Int32Array
  /** By booking: units that it moved in positions other than cash. */
  readonly units: Float64Array
}

const known = new WeakMap<LedgerColumns, LedgerLines>()

/** The lines of a book, made when first asked for. */
export function ledgerLines({ book, names: { ledger } }: Portfolio): LedgerLines {
  const lines = known.get(ledger) ?? makeLines(book, ledger)
  known.set(ledger, lines)
  return lines
}

function makeLines(book: Book, ledger: LedgerColumns): LedgerLines {
  const booking: number[] = []
  const part: number[] = []
  for (let place = 0; place < ledger.count; place += 1) {
    booking.push(place)
    part.push(linePart.whole)
    if (ledger.received[place] !== 0) {
      booking.push(place)
      part.push(linePart.received)
    }
    if (ledger.fees[place] !== 0 && ledger.isCharge[place] === 0) {
      booking.push(place)
      part.push(linePart.fees)
    }
  }
  const owners = ownersOf(book, ledger.inForce)
  const position = booking.map((place, line) => {
    if (place >= ledger.inForce) return -1
    const isReceived = part[line] === linePart.received
    const owner = isReceived ? -1 : (owners.held[place] ?? -1)
    if (owner >= 0) return owner
    const currency =
      ledger.currencies[(isReceived ? ledger.otherCurrency : ledger.currency)[place] ?? -1] ?? ''
    return [owners.cash[place], owners.otherCash[place]].find(cash => isIn(book, cash, currency)) ?? -1
  })
  return {
    count: booking.length,
    booking: Int32Array.from(booking),
    part: Uint8Array.from(part),
    position: Int32Array.from(position),
    units: owners.units,
  }
}

function isIn(book: Book, cash: number | undefined, currency: string): boolean {
  return cash !== undefined && cash >= 0 && book.currencies[book.positions.currency[cash] ?? -1] === currency
}

/** By booking: the first position that it changed and the units moved, and the first and the last cash. */
function ownersOf(book: Book, count: number) {
  const held = new Int32Array(count).fill(-1)
  const cash = new Int32Array(count).fill(-1)
  const otherCash = new Int32Array(count).fill(-1)
  const units = new Float64Array(count)
  for (const event of book.chronological) {
    const transaction = book.events.transaction[event] ?? -1
    if (transaction < 0) continue
    const position = book.events.position[event] ?? -1
    if ((book.positions.instrument[position] ?? -1) < 0) {
      if (cash[transaction] === -1) cash[transaction] = position
      otherCash[transaction] = position
      continue
    }
    if (held[transaction] === -1) held[transaction] = position
    units[transaction] = (units[transaction] ?? 0) + Math.abs(book.events.quantity[event] ?? 0)
  }
  return { held, cash, otherCash, units }
}

/** How a position shares in a booking: a trade that crosses zero belongs in part to each of two positions. */
export interface LineShare {
  readonly line: number
  readonly share: number
}

/**
 * The lines of one position. Those of cash are what moved it; those of anything else are its bookings with their
 * fees, and the valuations made while it was held.
 */
export function linesOfPosition(portfolio: Portfolio, position: number): LineShare[] {
  const { book, names } = portfolio
  const lines = ledgerLines(portfolio)
  const shares = sharesOf(book, position, lines.units)
  const isCash = (book.positions.instrument[position] ?? -1) < 0
  const found: LineShare[] = []
  for (let line = 0; line < lines.count; line += 1) {
    const place = lines.booking[line] ?? 0
    if (place >= names.ledger.inForce) continue
    const share = shares.get(place)
    const isOwn =
      share === undefined
        ? !isCash && isValuationOf(portfolio, place, position)
        : !isCash || isIn(book, position, currencyOf(names.ledger, lines, line))
    if (isOwn) found.push({ line, share: isCash ? 1 : (share ?? 1) })
  }
  return found
}

export function currencyOf(ledger: LedgerColumns, lines: LedgerLines, line: number): string {
  const place = lines.booking[line] ?? 0
  const column = lines.part[line] === linePart.received ? ledger.otherCurrency : ledger.currency
  return ledger.currencies[column[place] ?? -1] ?? ''
}

/** Bookings that changed a position, each with the share of its units that did. */
function sharesOf({ events, positions }: Book, position: number, units: Float64Array): Map<number, number> {
  const own = new Map<number, number>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const transaction = events.transaction[event] ?? -1
    if (transaction < 0) continue
    own.set(transaction, (own.get(transaction) ?? 0) + Math.abs(events.quantity[event] ?? 0))
  }
  for (const [transaction, moved] of own) {
    const all = units[transaction] ?? 0
    own.set(transaction, all === 0 ? 1 : moved / all)
  }
  return own
}

const valuation: TransactionType = 'valuation'

function isValuationOf({ book, names: { ledger } }: Portfolio, place: number, position: number): boolean {
  const day = ledger.day[place] ?? 0
  const { positions } = book
  return (
    ledger.instrument[place] === positions.instrument[position] &&
    ledger.account[place] === positions.account[position] &&
    transactionTypes[ledger.type[place] ?? -1] === valuation &&
    day >= (positions.openDay[position] ?? 0) &&
    day <= (positions.closeDay[position] ?? 0)
  )
}
