import {
  type Checkpoint,
  chooseCheckpoint,
  parseDay,
  type ResumeState,
  type Transaction,
} from '@plumbline/engine'
import type { Scoped } from '../platform/db/database.ts'
import type { LinkedLedger } from './continue-ledger.ts'
import { countUntil } from './count-until.ts'
import { readChangedFrom, type Versions } from './facts.store.ts'
import type { KnownLedger } from './family-facts.ts'
import { type LoadResume, type PackedCheckpoint, unpackCheckpoint, unpackResume } from './load-resume.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'

/** An older snapshot of a family, and the versions it was loaded at. */
export interface PreviousSnapshot extends SnapshotWithMetadata {
  versions: Versions
  resume: LoadResume
  /** Whether a newer state could not be continued. */
  isSecondTry?: boolean
}

/** An older snapshot, and how much of it stays as it is. */
export interface LoadContinuation extends Pick<PreviousSnapshot, 'snapshot'> {
  resume: ResumeState<PackedCheckpoint>
  checkpoint: Checkpoint
  ledger: LinkedLedger
  kept: { inForce: number; former: number }
}

/**
 * Finds how much of an older snapshot a load can keep: the transactions up to the last checkpoint before those that have
 * changed since. Null where that is not known, or nothing.
 */
export async function findContinuation(
  tx: Scoped,
  { snapshot, metadata, versions, resume }: PreviousSnapshot,
  wanted: Versions,
): Promise<LoadContinuation | null> {
  const [before, now] = [versions.families[0], wanted.families[0]]
  const isOne = versions.families.length === 1 && wanted.families.length === 1
  if (!isOne || !before || !now || before.id !== now.id) return null
  if (BigInt(now.version) < BigInt(before.version)) return null
  const span = { after: before.version, until: now.version }
  const changed = before.version === now.version ? 'none' : await readChangedFrom(tx, now.id, span)
  if (changed === null) return null
  const changedFrom = changed === 'none' ? Number.POSITIVE_INFINITY : parseDay(changed)
  const packed = chooseCheckpoint(resume, changedFrom)
  if (!packed) return null
  const checkpoint = unpackCheckpoint(packed)
  const { day, inForce, count } = metadata.ledger
  const kept = {
    inForce: countUntil(day.subarray(0, inForce), checkpoint.day),
    former: countUntil(day.subarray(inForce, count), checkpoint.day),
  }
  if (kept.inForce !== checkpoint.transactions) return null
  const { state, links } = unpackResume(resume)
  const { checkpoints } = resume
  return {
    snapshot,
    resume: { ...state, checkpoints },
    checkpoint,
    ledger: { columns: metadata.ledger, links },
    kept,
  }
}

/** The instruments of the transactions that are kept, former ones included. */
export function listKnown({ snapshot, checkpoint, ledger, kept }: LoadContinuation): KnownLedger {
  const { instrument, inForce } = ledger.columns
  // The first is for transactions without an instrument.
  const isUsed = new Uint8Array(1 + snapshot.instruments.length)
  const mark = (from: number, to: number) => {
    for (let place = from; place < to; place += 1) isUsed[1 + (instrument[place] as number)] = 1
  }
  mark(0, kept.inForce)
  mark(inForce, inForce + kept.former)
  const instruments = snapshot.instruments.filter((_, place) => isUsed[1 + place] === 1).map(({ id }) => id)
  return { until: checkpoint.day, instruments }
}

/** The transactions up to the checkpoint that more than positions depend on: valuations, splits and forwards among them. */
export function listNotedTransactions({ resume, checkpoint }: LoadContinuation): Transaction[] {
  return resume.noted.map(({ transaction }) => transaction).filter(({ day }) => day <= checkpoint.day)
}

/** Room for the rows of a transaction in all columns, and for what does not grow with them. */
const bytesPerAdded = 4_096
const spareBytes = 1_048_576

/** The memory that the columns of a continued snapshot need: about that of the older one. */
export function estimateBytes({ snapshot, ledger }: LoadContinuation, added: number): number {
  const { events, lots, pieces, postings, segments, transactions, chronological, transactionDays } = snapshot
  const groups = [events, lots, pieces, postings, segments, transactions, ledger.columns]
  const columns = [...groups.flatMap(group => Object.values(group)), chronological, transactionDays]
  const known = columns.reduce((sum, column) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0), 0)
  // There is at most one segment for each event and position.
  const segmentBytes = 24 * (events.day.length + snapshot.positions.count)
  return known + segmentBytes + added * bytesPerAdded + spareBytes
}
