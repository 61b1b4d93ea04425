import type { Day, PortfolioSnapshot } from '@plumbline/engine'
import type { DataDays } from './as-of.ts'
import type { CalendarRow } from './instrument-facts.store.ts'
import type { LedgerColumns } from './ledger-columns.ts'
import type { SnapshotKey } from './snapshot-key.ts'
import type { UnpostedSplit } from './unposted-splits.ts'

/** Names, sources and ledger columns that are shown beside figures but not needed to compute them. */
export interface SnapshotMetadata {
  accounts: Map<string, { name: string; custodianId: string; custodianName: string; baseCurrency: string }>
  symbols: Map<string, string>
  /** The source of the last price by instrument, and of the last rate by currency. */
  priceSources: Map<string, string>
  rateSources: Map<string, string>
  /** Manual instruments of a family. */
  ownInstruments: Set<string>
  calendar: CalendarRow[]
  /** The last days of its data, which the last day of its figures follows from. */
  dataDays: DataDays
  /** Reported splits that accounts have not posted. */
  unpostedSplits: UnpostedSplit[]
  ledger: LedgerColumns
}

export interface SnapshotWithMetadata {
  snapshot: PortfolioSnapshot
  metadata: SnapshotMetadata
}

/** A snapshot in shared memory, with the key it is known by. */
export interface KeyedSnapshot extends SnapshotWithMetadata {
  key: SnapshotKey
}

/** What a query runs on: one snapshot that was loaded, or several of one market that each worker joins. */
export interface CachedSnapshot {
  key: SnapshotKey
  parts: readonly KeyedSnapshot[]
  /** The last day of figures of all parts. */
  lastDay: Day
}

export function isJoined({ parts }: Pick<CachedSnapshot, 'parts'>): boolean {
  return parts.length > 1
}

/** The keys of a snapshot and of its parts. */
export function listKeys({ key, parts }: CachedSnapshot): SnapshotKey[] {
  return [...new Set([key, ...parts.map(part => part.key)])]
}
