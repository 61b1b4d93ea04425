import type { Day } from '../calendar/day.ts'
import type { LotMethod } from '../ledger/vocabulary.ts'
import type { Journal } from './journal.ts'

/** Quantities below this are nothing: what is left of thirds and of eight decimals, never a holding. */
export const DUST = 1e-9

/** An open lot: where it stands in the journal, and how much of it is left. Units are magnitudes. */
interface OpenLot {
  readonly index: number
  readonly day: Day
  left: number
}

/**
 * The open lots of one position, in the order of their acquisition (original date, then arrival). Lots hold
 * what a long position paid or what a short one received; matching is the same for both.
 */
export interface LotBook {
  readonly method: LotMethod
  open: OpenLot[]
  /** Where all lots of the position stand in the journal, also those that are gone. */
  readonly written: number[]
}

/** A position's lots before its first booking. */
export function openLotBook(method: LotMethod): LotBook {
  return { method, open: [], written: [] }
}

/** What a lot is when it comes in. `unitCost` (instrument currency, units of today) only ranks lots for HIFO. */
export interface IncomingLot {
  readonly position: number
  readonly transaction: number
  readonly day: Day
  readonly units: number
  readonly unitCost: number
  readonly parentPiece?: number
  readonly givenCost?: number
  /** Money paid on top of the cost that the parent piece brings, signed, in the settlement currency. */
  readonly paid?: number
}

/** Writes a lot into the journal without opening it. @returns its place. */
export function writeLot(journal: Journal, lot: IncomingLot): number {
  const { lots } = journal
  const index = lots.position.length
  lots.position.push(lot.position)
  lots.transaction.push(lot.transaction)
  lots.day.push(lot.day)
  lots.units.push(lot.units)
  lots.unitCost.push(lot.unitCost)
  lots.parentPiece.push(lot.parentPiece ?? -1)
  lots.givenCost.push(lot.givenCost ?? Number.NaN)
  lots.paid.push(lot.paid ?? 0)
  return index
}

/** Adds a lot, keeping the order of original dates whatever the order of arrival was. */
export function addLot(journal: Journal, book: LotBook, lot: IncomingLot): void {
  const index = writeLot(journal, lot)
  book.written.push(index)
  let place = book.open.length
  while (place > 0 && (book.open[place - 1]?.day ?? 0) > lot.day) place -= 1
  const entry = { index, day: lot.day, left: lot.units }
  if (place === book.open.length) book.open.push(entry)
  else book.open.splice(place, 0, entry)
}

/** Unit costs that differ by no more than this are alike. */
const ALIKE = 1e-12

/** Which lot goes next: the oldest, the newest, or the dearest (the older of two alike). */
function nextLot(journal: Journal, book: LotBook): number {
  if (book.method === 'lifo') return book.open.length - 1
  if (book.method !== 'hifo') return 0
  let best = 0
  book.open.forEach((lot, index) => {
    const { unitCost } = journal.lots
    const dearest = unitCost[book.open[best]?.index ?? -1] ?? 0
    // What came at 166.86 for three and what was bought at 55.62 each is alike, but for rounding.
    if ((unitCost[lot.index] ?? 0) > dearest + Math.abs(dearest) * ALIKE) best = index
  })
  return best
}

function takeFrom(journal: Journal, book: LotBook, place: number, wanted: number): number {
  const lot = book.open[place]
  if (!lot) return 0
  const isWhole = wanted >= lot.left - DUST
  const taken = isWhole ? lot.left : wanted
  const full = journal.lots.units[lot.index] ?? taken
  journal.pieces.lot.push(lot.index)
  journal.pieces.share.push(full === 0 ? 0 : taken / full)
  journal.pieces.units.push(taken)
  lot.left = isWhole ? 0 : lot.left - taken
  if (isWhole) book.open.splice(place, 1)
  return taken
}

const NO_NAMES: readonly NamedLot[] = []

/** Lots that the booking names, by the transaction that opened them. */
export interface NamedLot {
  readonly transaction: number
  readonly units: number
}

/**
 * Takes `units` out of the open lots by the account's method and writes one piece per lot touched: named lots
 * first, then FIFO by original date, LIFO, or HIFO. With average cost the pool gives and no piece is written:
 * its share is units / open units.
 *
 * @returns the share of the pool (average cost), or 0 where pieces were written.
 */
export function takeLots(
  journal: Journal,
  book: LotBook,
  units: number,
  named: readonly NamedLot[] | undefined = undefined,
): number {
  if (book.method === 'average') return takeFromPool(book, units)
  let wanted = units
  for (const name of named ?? NO_NAMES) {
    const place = book.open.findIndex(lot => journal.lots.transaction[lot.index] === name.transaction)
    if (place >= 0) wanted -= takeFrom(journal, book, place, Math.min(name.units, wanted))
  }
  while (wanted > DUST && book.open.length > 0)
    wanted -= takeFrom(journal, book, nextLot(journal, book), wanted)
  return 0
}

function openUnits(book: LotBook): number {
  let sum = 0
  for (const lot of book.open) sum += lot.left
  return sum
}

function takeFromPool(book: LotBook, units: number): number {
  const total = openUnits(book)
  const share = total <= DUST || units >= total - DUST ? 1 : units / total
  if (share === 1) book.open = []
  else for (const lot of book.open) lot.left *= 1 - share
  return share
}

/**
 * Takes `units` out to be carried elsewhere with date and cost. Under average cost every lot gives the same
 * share, and a piece's share is then its part of the cost that leaves, since a pool has only one unit cost.
 *
 * @returns the share of the pool that leaves, or 0 where pieces are shares of their lots.
 */
export function carryLots(journal: Journal, book: LotBook, units: number): number {
  if (book.method !== 'average') return takeLots(journal, book, units)
  const total = openUnits(book)
  const worth = book.open.reduce((sum, lot) => sum + lot.left * (journal.lots.unitCost[lot.index] ?? 0), 0)
  if (total > 0) restateLots(journal, book, () => worth / total)
  for (const lot of book.open) {
    journal.pieces.lot.push(lot.index)
    journal.pieces.share.push(total === 0 ? 0 : lot.left / total)
    journal.pieces.units.push(total === 0 ? 0 : (lot.left * Math.min(units, total)) / total)
  }
  return takeFromPool(book, units)
}

/**
 * Writes one piece per open lot without taking anything: for bookings that change what all lots cost. A piece's
 * share is what is left of its lot, under average cost its part of the pool.
 */
export function markLots(journal: Journal, book: LotBook): void {
  const total = openUnits(book)
  for (const lot of book.open) {
    const whole = book.method === 'average' ? total : (journal.lots.units[lot.index] ?? 0)
    journal.pieces.lot.push(lot.index)
    journal.pieces.share.push(whole === 0 ? 0 : lot.left / whole)
    journal.pieces.units.push(lot.left)
  }
}

/**
 * A split: every lot has `factor` times its units at the same cost, also one that is gone: what was there before
 * the split is shared out by units, which have to be of one kind. Earlier pieces keep their shares.
 */
export function splitLots(journal: Journal, book: LotBook, factor: number): void {
  for (const lot of book.open) lot.left *= factor
  for (const lot of book.written) {
    journal.lots.units[lot] = (journal.lots.units[lot] ?? 0) * factor
    journal.lots.unitCost[lot] = (journal.lots.unitCost[lot] ?? 0) / factor
  }
}

/** Restates what the open lots rank by, once a booking has changed what they cost. */
export function restateLots(journal: Journal, book: LotBook, restate: (unitCost: number) => number): void {
  const { unitCost } = journal.lots
  for (const lot of book.open) unitCost[lot.index] = restate(unitCost[lot.index] ?? 0)
}

/** Whether anything is open. */
export function hasLots(book: LotBook): boolean {
  return book.open.length > 0
}
