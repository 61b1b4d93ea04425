import { transactionTypes } from '@plumbline/contract'
import { chooseCheckpoint, parseDay, type ResumeState, type Transaction } from '@plumbline/engine'
import type { Scoped } from '../platform/db/database.ts'
import { listUnitChanges, type UnitChange } from './as-of.ts'
import type { LinkedLedger } from './continue-ledger.ts'
import { readChangedFrom, type TransactionRow, type Versions } from './facts.store.ts'
import type { KnownLedger } from './family-facts.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'

/** What a load keeps for the next one of the same family, beside the snapshot. */
export interface LoadResume {
  engine: ResumeState
  /** See LinkedLedger. */
  links: readonly string[]
}

/** An older snapshot of a family, and the versions it was loaded at. */
export interface PreviousSnapshot extends SnapshotWithMetadata {
  versions: Versions
  resume: LoadResume
}

/** An older snapshot, and how much of it stays as it is. */
export interface LoadContinuation extends Pick<PreviousSnapshot, 'snapshot'> {
  resume: ResumeState
  checkpoint: ResumeState['checkpoints'][number]
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
  const checkpoint = chooseCheckpoint(resume.engine, changedFrom)
  if (!checkpoint) return null
  const { day, inForce, count } = metadata.ledger
  const kept = {
    inForce: countUpTo(day.subarray(0, inForce), checkpoint.day),
    former: countUpTo(day.subarray(inForce, count), checkpoint.day),
  }
  if (kept.inForce !== checkpoint.transactions) return null
  const ledger = { columns: metadata.ledger, links: resume.links }
  return { snapshot, resume: resume.engine, checkpoint, ledger, kept }
}

/** The number of days up to one of them, of days in order. */
function countUpTo(days: Int32Array, last: number): number {
  const next = days.findIndex(day => day > last)
  return next < 0 ? days.length : next
}

/** The instruments of the transactions that are kept, former ones included. */
export function listKnown({ snapshot, checkpoint, ledger, kept }: LoadContinuation): KnownLedger {
  const { instrument, inForce } = ledger.columns
  const used = new Set<number>([
    ...new Set(instrument.subarray(0, kept.inForce)),
    ...new Set(instrument.subarray(inForce, inForce + kept.former)),
  ])
  const instruments = [...used].flatMap(place => snapshot.instruments[place]?.id ?? [])
  return { until: checkpoint.day, instruments }
}

/** The transactions up to the checkpoint that more than positions depend on: valuations, splits and forwards among them. */
export function listNotedTransactions({ resume, checkpoint }: LoadContinuation): Transaction[] {
  return resume.noted.map(({ transaction }) => transaction).filter(({ day }) => day <= checkpoint.day)
}

/** What the whole ledger changed, in order: the transactions that are kept, then those read. */
export function* listAllChanges(
  continuation: LoadContinuation | null,
  rows: readonly TransactionRow[],
): Generator<UnitChange> {
  if (continuation) yield* listKeptChanges(continuation)
  yield* listUnitChanges(rows)
}

function* listKeptChanges({ snapshot, resume, ledger, kept }: LoadContinuation): Generator<UnitChange> {
  const { day, account, instrument, type, quantity } = ledger.columns
  const splits = new Map(
    resume.noted
      .filter(({ transaction }) => transaction.type === 'split')
      .map(({ index, transaction }) => [index, transaction]),
  )
  for (let place = 0; place < kept.inForce; place += 1) {
    const units = quantity[place] as number
    const split = splits.get(place)
    yield {
      day: day[place] as number,
      account: snapshot.accounts[account[place] as number]?.id ?? '',
      instrument: snapshot.instruments[instrument[place] as number]?.id ?? null,
      type: transactionTypes[type[place] as number] ?? 'trade',
      quantity: Number.isNaN(units) ? 0 : units,
      numerator: Number(split?.numerator ?? 1),
      denominator: Number(split?.denominator ?? 1),
    }
  }
}
