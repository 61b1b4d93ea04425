import type { Day } from '../calendar/day.ts'
import type { LotMethod } from '../ledger/vocabulary.ts'
import { quantityTolerance, UNIT_COST_TOLERANCE } from '../money/tolerances.ts'
import { appendRow } from '../snapshot/row-table.ts'
import { type Journal, writePiece } from './journal.ts'

/**
 * An open lot: its row in the journal, and the units left of it. Units are magnitudes. `owed`, of futures and forwards,
 * is the part of the position's amount owed that belongs to the units left.
 */
interface OpenLot {
  readonly index: number
  readonly day: Day
  left: number
  owed: number
}

/**
 * The open lots of one position, in the order of their acquisition (original date, then arrival). Lots carry the
 * amount that a long position paid or that a short one received; matching is the same for both.
 */
export interface LotStore {
  readonly method: LotMethod
  open: OpenLot[]
  /** The rows of all lots of the position, including those taken. */
  readonly written: number[]
}

/** An empty lot store. */
export function openLotStore(method: LotMethod): LotStore {
  return { method, open: [], written: [] }
}

/** A new lot. `unitCost` (instrument currency, units after splits so far) only ranks lots for HIFO. */
export interface NewLot {
  readonly position: number
  readonly transaction: number
  readonly day: Day
  readonly units: number
  readonly unitCost: number
  readonly parentPiece?: number
  readonly givenCost?: number
  /** Money paid on top of the parent piece's cost, signed, in the settlement currency. */
  readonly paid?: number
  /** Futures and forwards: units x contract size x entry price, signed. */
  readonly owed?: number
}

/** Appends a lot to the journal without opening it. @returns its row. */
export function writeLot({ lots }: Journal, lot: NewLot): number {
  return appendRow<'lots'>(lots, {
    position: lot.position,
    transaction: lot.transaction,
    day: lot.day,
    units: lot.units,
    unitCost: lot.unitCost,
    parentPiece: lot.parentPiece ?? -1,
    givenCost: lot.givenCost ?? Number.NaN,
    paid: lot.paid ?? 0,
  })
}

/** Opens a lot, keeping the order of original dates whatever the order of arrival. @returns its row. */
export function addLot(journal: Journal, store: LotStore, lot: NewLot): number {
  const index = writeLot(journal, lot)
  store.written.push(index)
  let place = store.open.length
  while (place > 0 && (store.open[place - 1]?.day ?? 0) > lot.day) place -= 1
  const entry = { index, day: lot.day, left: lot.units, owed: lot.owed ?? 0 }
  if (place === store.open.length) store.open.push(entry)
  else store.open.splice(place, 0, entry)
  return index
}

/** The place of the lot to take next: the oldest, the newest, or the most expensive (the older of two equal ones). */
function nextLot(journal: Journal, store: LotStore): number {
  if (store.method === 'lifo') return store.open.length - 1
  if (store.method !== 'hifo') return 0
  let best = 0
  store.open.forEach((lot, index) => {
    const { unitCost } = journal.lots
    const highest = unitCost[store.open[best]?.index ?? -1] ?? 0
    // Three for 166.86 and one for 55.62 cost the same, but for rounding.
    if ((unitCost[lot.index] ?? 0) > highest + Math.abs(highest) * UNIT_COST_TOLERANCE) best = index
  })
  return best
}

function takeFrom(journal: Journal, store: LotStore, place: number, wanted: number): number {
  const lot = store.open[place]
  if (!lot) return 0
  const full = journal.lots.units[lot.index] ?? lot.left
  const isWhole = wanted >= lot.left - quantityTolerance(full)
  const taken = isWhole ? lot.left : wanted
  writePiece(journal, lot.index, full === 0 ? 0 : taken / full, taken)
  if (lot.owed !== 0) lot.owed = isWhole ? 0 : lot.owed * (1 - taken / lot.left)
  lot.left = isWhole ? 0 : lot.left - taken
  if (isWhole) store.open.splice(place, 1)
  return taken
}

const NO_SPECIFIC_LOTS: readonly SpecificLot[] = []

/** A lot that a sale names (specific identification), by the transaction that opened it. */
export interface SpecificLot {
  readonly transaction: number
  readonly units: number
}

/**
 * Takes `units` out of the open lots by the account's method and writes one piece per lot touched: specific lots
 * first, then FIFO by original date, LIFO, or HIFO. Average cost takes the share units / open units of the pool and
 * writes no piece.
 *
 * @returns the share of the pool (average cost), or 0 where pieces were written.
 */
export function takeLots(
  journal: Journal,
  store: LotStore,
  units: number,
  specific: readonly SpecificLot[] | undefined = undefined,
): number {
  if (store.method === 'average') return takeFromPool(store, units)
  let wanted = units
  for (const { transaction, units: named } of specific ?? NO_SPECIFIC_LOTS) {
    const place = store.open.findIndex(lot => journal.lots.transaction[lot.index] === transaction)
    if (place >= 0) wanted -= takeFrom(journal, store, place, Math.min(named, wanted))
  }
  const rounding = quantityTolerance(units)
  while (wanted > rounding && store.open.length > 0)
    wanted -= takeFrom(journal, store, nextLot(journal, store), wanted)
  return 0
}

function openUnits(store: LotStore): number {
  let sum = 0
  for (const lot of store.open) sum += lot.left
  return sum
}

function takeFromPool(store: LotStore, units: number): number {
  const total = openUnits(store)
  const share = units >= total - quantityTolerance(total) ? 1 : units / total
  if (share === 1) store.open = []
  else
    for (const lot of store.open) {
      lot.left *= 1 - share
      lot.owed *= 1 - share
    }
  return share
}

/** The amount owed for the open lots of futures and forwards, in the instrument's currency. */
export function sumOwed(store: LotStore): number {
  let sum = 0
  for (const lot of store.open) sum += lot.owed
  return sum
}

/** Restates the amount owed for the open lots by units: margin settles all contracts at one price. */
export function restateOwed(store: LotStore, owed: number): void {
  const total = openUnits(store)
  for (const lot of store.open) lot.owed = total === 0 ? 0 : (owed * lot.left) / total
}

/**
 * Takes `units` out to be carried elsewhere with date and cost. Average cost takes the same share of every lot; a
 * piece's share is then its part of the cost that leaves, since a pool has only one unit cost.
 *
 * @returns the share of the pool that leaves, or 0 where pieces are shares of their lots.
 */
export function carryLots(journal: Journal, store: LotStore, units: number): number {
  if (store.method !== 'average') return takeLots(journal, store, units)
  const total = openUnits(store)
  const worth = store.open.reduce((sum, lot) => sum + lot.left * (journal.lots.unitCost[lot.index] ?? 0), 0)
  if (total > 0) restateLots(journal, store, () => worth / total)
  for (const lot of store.open) {
    const share = total === 0 ? 0 : lot.left / total
    writePiece(journal, lot.index, share, total === 0 ? 0 : (lot.left * Math.min(units, total)) / total)
  }
  return takeFromPool(store, units)
}

/**
 * Writes one piece per open lot without taking anything, for transactions that change the cost of all lots. A
 * piece's share is the part left of its lot, under average cost its part of the pool.
 */
export function markLots(journal: Journal, store: LotStore): void {
  const total = openUnits(store)
  for (const lot of store.open) {
    const whole = store.method === 'average' ? total : (journal.lots.units[lot.index] ?? 0)
    writePiece(journal, lot.index, whole === 0 ? 0 : lot.left / whole, lot.left)
  }
}

/**
 * A split multiplies the units of every lot at the same cost, including lots already taken: amounts are shared out
 * by units, which therefore have to be comparable. Earlier pieces keep their shares.
 */
export function splitLots(journal: Journal, store: LotStore, factor: number): void {
  journal.restatements += 1
  for (const lot of store.open) lot.left *= factor
  for (const lot of store.written) {
    journal.lots.units[lot] = (journal.lots.units[lot] ?? 0) * factor
    journal.lots.unitCost[lot] = (journal.lots.unitCost[lot] ?? 0) / factor
  }
}

/** Restates the unit costs of the open lots, which rank them, after a transaction changed their cost. */
export function restateLots(journal: Journal, store: LotStore, restate: (unitCost: number) => number): void {
  const { unitCost } = journal.lots
  journal.restatements += 1
  for (const lot of store.open) unitCost[lot.index] = restate(unitCost[lot.index] ?? 0)
}
