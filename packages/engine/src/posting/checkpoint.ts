import type { Day } from '../calendar/day.ts'
import type { Exact } from '../money/exact.ts'
import { type Columns, thawColumns } from '../snapshot/columns.ts'
import { type Allocate, reopenTable } from '../snapshot/row-table.ts'
import { type DueMargin, ensureHolding, type Holdings } from './holdings.ts'
import type { Issue } from './issues.ts'
import { type CarriedGains, type GainPart, type Journal, openJournal, STILL_OPEN } from './journal.ts'

/** A holding after a day. Its history and its lots follow from the rows of the snapshot. */
interface SavedHolding {
  readonly account: number
  readonly instrument: number
  readonly position: number
  readonly quantity: Exact
  readonly owed: number
  readonly due: readonly DueMargin[]
  /** The end of its open lots in the columns of open lots. */
  readonly openTo: number
}

/** The number of rows written. */
interface RowCounts {
  readonly events: number
  readonly lots: number
  readonly pieces: number
  readonly postings: number
  readonly positions: number
  readonly issues: number
}

/** How far payments, splits and margin without a transaction are posted. */
export interface DerivedProgress {
  readonly marginFrom: Day
  readonly next: number
}

/**
 * The state of posting after all transactions of a day: what later transactions can see of the earlier ones, beside the
 * rows of the snapshot itself.
 */
export interface Checkpoint {
  readonly day: Day
  /** Transactions of the ledger up to the day: those that do not have to be read again. */
  readonly transactions: number
  readonly rows: RowCounts
  readonly restatements: number
  readonly derived: DerivedProgress
  readonly flags: Int32Array
  readonly holdings: readonly SavedHolding[]
  readonly openLots: {
    readonly index: Int32Array
    readonly day: Int32Array
    readonly left: Float64Array
    readonly owed: Float64Array
  }
  /** Cash in the order in which it was first moved, by the key of `Holdings.cash`. */
  readonly cash: readonly { readonly key: number; readonly position: number; readonly balance: Exact }[]
  readonly carriedGains: CarriedGains
}

/** The rows of a snapshot that posting reads. */
export interface PostedRows {
  readonly positions: Columns<'positions'> & { readonly keys: readonly string[] }
  readonly lots: Columns<'lots'>
  readonly pieces: Columns<'pieces'>
  readonly marginRequirements: ReadonlyMap<number, number>
  readonly postedIssues: readonly Issue[]
}

function copyGains({ lots, pools, pieces }: CarriedGains): CarriedGains {
  const copyPool = ([position, pool]: [number, Map<number, number>]): [number, Map<number, number>] => [
    position,
    new Map(pool),
  ]
  return {
    lots: new Map<number, readonly GainPart[]>(lots),
    pools: new Map([...pools].map(copyPool)),
    pieces: new Map<number, readonly GainPart[]>(pieces),
  }
}

/** Saves the state after `day`. */
export function saveCheckpoint(
  holdings: Holdings,
  day: Day,
  transactions: number,
  derived: DerivedProgress,
): Checkpoint {
  const { journal, byKey, cash } = holdings
  const { continued, events, lots, pieces, postings, positions, issues } = journal
  const saved: SavedHolding[] = []
  const open = { index: [] as number[], day: [] as number[], left: [] as number[], owed: [] as number[] }
  for (const { account, instrument, position, quantity, owed, due, lots: store } of byKey.values()) {
    for (const lot of store.open) {
      open.index.push(lot.index)
      open.day.push(lot.day)
      open.left.push(lot.left)
      open.owed.push(lot.owed)
    }
    saved.push({ account, instrument, position, quantity, owed, due, openTo: open.index.length })
  }
  return {
    day,
    transactions,
    rows: {
      events: continued.events + events.position.length,
      lots: lots.count,
      pieces: pieces.count,
      postings: continued.postings + postings.day.length,
      positions: positions.keys.length,
      issues: issues.length,
    },
    restatements: journal.restatements,
    derived,
    flags: Int32Array.from(positions.flags),
    holdings: saved,
    openLots: {
      index: Int32Array.from(open.index),
      day: Int32Array.from(open.day),
      left: Float64Array.from(open.left),
      owed: Float64Array.from(open.owed),
    },
    cash: [...cash].map(([key, { position, balance }]) => ({ key, position, balance })),
    carriedGains: copyGains(journal.carriedGains),
  }
}

/** The journal of a snapshot up to a checkpoint. Its events and postings stay in the snapshot: posting never reads them. */
function reopenJournal(
  { positions, lots, pieces, marginRequirements, postedIssues }: PostedRows,
  checkpoint: Checkpoint,
  allocate: Allocate,
): Journal {
  const { rows, day, flags, restatements } = checkpoint
  const thawed = thawColumns('positions', positions, rows.positions)
  for (let position = 0; position < rows.positions; position += 1) {
    thawed.flags[position] = flags[position] as number
    // Closed after the checkpoint.
    if ((thawed.closeDay[position] as number) > day) thawed.closeDay[position] = STILL_OPEN
  }
  return {
    ...openJournal(),
    continued: { events: rows.events, postings: rows.postings },
    restatements,
    issues: postedIssues.slice(0, rows.issues),
    lots: reopenTable('lots', lots, rows.lots, allocate),
    pieces: reopenTable('pieces', pieces, rows.pieces, allocate),
    positions: { ...thawed, keys: positions.keys.slice(0, rows.positions) },
    marginRequirements: new Map([...marginRequirements].filter(([lot]) => lot < rows.lots)),
    carriedGains: copyGains(checkpoint.carriedGains),
  }
}

/** The state after the day of a checkpoint. `empty` has the accounts, instruments and currencies of the snapshot. */
export function restoreCheckpoint(
  empty: Holdings,
  snapshot: PostedRows,
  checkpoint: Checkpoint,
  allocate: Allocate,
): Holdings {
  const journal = reopenJournal(snapshot, checkpoint, allocate)
  const holdings = { ...empty, journal }
  const { openLots } = checkpoint
  let lot = 0
  for (const saved of checkpoint.holdings) {
    const holding = ensureHolding(holdings, saved.account, saved.instrument)
    holding.position = saved.position
    holding.quantity = saved.quantity
    holding.owed = saved.owed
    holding.due = saved.due
    for (; lot < saved.openTo; lot += 1)
      holding.lots.open.push({
        index: openLots.index[lot] as number,
        day: openLots.day[lot] as number,
        left: openLots.left[lot] as number,
        owed: openLots.owed[lot] as number,
      })
  }
  restoreRows(holdings)
  for (const { key, position, balance } of checkpoint.cash) holdings.cash.set(key, { position, balance })
  return holdings
}

/** The positions of each holding so far, and all lots of its open one. */
function restoreRows({ journal, byKey, instruments }: Holdings): void {
  const { account, instrument } = journal.positions
  const byPosition = new Map<number, number[]>()
  for (let position = 0; position < account.length; position += 1) {
    const key = (account[position] as number) * instruments.length + (instrument[position] as number)
    const holding = (instrument[position] as number) < 0 ? undefined : byKey.get(key)
    holding?.history.push(position)
    if (holding?.position === position) byPosition.set(position, holding.lots.written)
  }
  // Every lot has a position.
  for (let lot = 0; lot < journal.lots.count; lot += 1)
    byPosition.get(journal.lots.position[lot] as number)?.push(lot)
}
