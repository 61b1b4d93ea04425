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
export interface LotStore {
  readonly method: LotMethod
  open: OpenLot[]
  /** Where all lots of the position stand in the journal, also those that are gone. */
  readonly written: number[]
}

/** A position's lots before its first transaction. */
export function openLotStore(method: LotMethod): LotStore {
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
export function addLot(journal: Journal, snapshot: LotStore, lot: IncomingLot): void {
  const index = writeLot(journal, lot)
  snapshot.written.push(index)
  let place = snapshot.open.length
  while (place > 0 && (snapshot.open[place - 1]?.day ?? 0) > lot.day) place -= 1
  const entry = { index, day: lot.day, left: lot.units }
  if (place === snapshot.open.length) snapshot.open.push(entry)
  else snapshot.open.splice(place, 0, entry)
}

/** Unit costs that differ by no more than this are alike. */
const ALIKE = 1e-12

/** Which lot goes next: the oldest, the newest, or the dearest (the older of two alike). */
function nextLot(journal: Journal, snapshot: LotStore): number {
  if (snapshot.method === 'lifo') return snapshot.open.length - 1
  if (snapshot.method !== 'hifo') return 0
  let best = 0
  snapshot.open.forEach((lot, index) => {
    const { unitCost } = journal.lots
    const dearest = unitCost[snapshot.open[best]?.index ?? -1] ?? 0
    // What came at 166.86 for three and what was bought at 55.62 each is alike, but for rounding.
    if ((unitCost[lot.index] ?? 0) > dearest + Math.abs(dearest) * ALIKE) best = index
  })
  return best
}

function takeFrom(journal: Journal, snapshot: LotStore, place: number, wanted: number): number {
  const lot = snapshot.open[place]
  if (!lot) return 0
  const isWhole = wanted >= lot.left - DUST
  const taken = isWhole ? lot.left : wanted
  const full = journal.lots.units[lot.index] ?? taken
  journal.pieces.lot.push(lot.index)
  journal.pieces.share.push(full === 0 ? 0 : taken / full)
  journal.pieces.units.push(taken)
  lot.left = isWhole ? 0 : lot.left - taken
  if (isWhole) snapshot.open.splice(place, 1)
  return taken
}

const NO_NAMES: readonly NamedLot[] = []

/** Lots that the transaction names, by the transaction that opened them. */
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
  snapshot: LotStore,
  units: number,
  named: readonly NamedLot[] | undefined = undefined,
): number {
  if (snapshot.method === 'average') return takeFromPool(snapshot, units)
  let wanted = units
  for (const name of named ?? NO_NAMES) {
    const place = snapshot.open.findIndex(lot => journal.lots.transaction[lot.index] === name.transaction)
    if (place >= 0) wanted -= takeFrom(journal, snapshot, place, Math.min(name.units, wanted))
  }
  while (wanted > DUST && snapshot.open.length > 0)
    wanted -= takeFrom(journal, snapshot, nextLot(journal, snapshot), wanted)
  return 0
}

function openUnits(snapshot: LotStore): number {
  let sum = 0
  for (const lot of snapshot.open) sum += lot.left
  return sum
}

function takeFromPool(snapshot: LotStore, units: number): number {
  const total = openUnits(snapshot)
  const share = total <= DUST || units >= total - DUST ? 1 : units / total
  if (share === 1) snapshot.open = []
  else for (const lot of snapshot.open) lot.left *= 1 - share
  return share
}

/**
 * Takes `units` out to be carried elsewhere with date and cost. Under average cost every lot gives the same
 * share, and a piece's share is then its part of the cost that leaves, since a pool has only one unit cost.
 *
 * @returns the share of the pool that leaves, or 0 where pieces are shares of their lots.
 */
export function carryLots(journal: Journal, snapshot: LotStore, units: number): number {
  if (snapshot.method !== 'average') return takeLots(journal, snapshot, units)
  const total = openUnits(snapshot)
  const worth = snapshot.open.reduce(
    (sum, lot) => sum + lot.left * (journal.lots.unitCost[lot.index] ?? 0),
    0,
  )
  if (total > 0) restateLots(journal, snapshot, () => worth / total)
  for (const lot of snapshot.open) {
    journal.pieces.lot.push(lot.index)
    journal.pieces.share.push(total === 0 ? 0 : lot.left / total)
    journal.pieces.units.push(total === 0 ? 0 : (lot.left * Math.min(units, total)) / total)
  }
  return takeFromPool(snapshot, units)
}

/**
 * Writes one piece per open lot without taking anything: for transactions that change what all lots cost. A piece's
 * share is what is left of its lot, under average cost its part of the pool.
 */
export function markLots(journal: Journal, snapshot: LotStore): void {
  const total = openUnits(snapshot)
  for (const lot of snapshot.open) {
    const whole = snapshot.method === 'average' ? total : (journal.lots.units[lot.index] ?? 0)
    journal.pieces.lot.push(lot.index)
    journal.pieces.share.push(whole === 0 ? 0 : lot.left / whole)
    journal.pieces.units.push(lot.left)
  }
}

/**
 * A split: every lot has `factor` times its units at the same cost, also one that is gone: what was there before
 * the split is shared out by units, which have to be of one kind. Earlier pieces keep their shares.
 */
export function splitLots(journal: Journal, snapshot: LotStore, factor: number): void {
  for (const lot of snapshot.open) lot.left *= factor
  for (const lot of snapshot.written) {
    journal.lots.units[lot] = (journal.lots.units[lot] ?? 0) * factor
    journal.lots.unitCost[lot] = (journal.lots.unitCost[lot] ?? 0) / factor
  }
}

/** Restates what the open lots rank by, once a transaction has changed what they cost. */
export function restateLots(
  journal: Journal,
  snapshot: LotStore,
  restate: (unitCost: number) => number,
): void {
  const { unitCost } = journal.lots
  for (const lot of snapshot.open) unitCost[lot.index] = restate(unitCost[lot.index] ?? 0)
}

/** Whether anything is open. */
export function hasLots(snapshot: LotStore): boolean {
  return snapshot.open.length > 0
}
