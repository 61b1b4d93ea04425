import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode } from '@plumbline/contract'
import type { Day } from '@plumbline/engine'
import type { ConnectionTarget } from '../platform/db/connection-target.ts'
import type { Versions } from '../snapshots/facts.store.ts'
import type { Draft } from '../snapshots/family-facts.ts'
import type { LoadedSnapshot } from '../snapshots/load-snapshot.ts'
import type { MarketColumns } from '../snapshots/market-columns.ts'
import type { CachedSnapshot, NamedSnapshot } from '../snapshots/named-snapshot.ts'
import type { SnapshotKey } from '../snapshots/snapshot-key.ts'

/** What a question is asked about and by whom it may be seen. */
export interface View {
  /** The accounts the caller may see: the mask, the one place through which scope enters a figure. */
  accounts: string[]
  /** The family the figures are about; null where they cover several. */
  family: { id: string; name: string } | null
  /** The currency to calculate in when the question names none. */
  currency: string
  /** The last business day that has closes. */
  asOf: Day
  /** The day it is where the caller is. */
  today: Day
  language: 'en-US' | 'de'
  /** Whose transactions the caller may correct: of all accounts, of those kept by hand, or none. */
  mayCorrect: 'all' | 'manual' | 'none'
  /** Kinds of events the caller chose to see; null for all of them. */
  eventTypes: string[] | null
}

/** A declared call as it reached the server, parsed. */
export interface AskedCall {
  params: unknown
  query: unknown
  body: unknown
  accept: 'json' | 'csv'
  /** What the feature read for the answer beyond the snapshot. */
  given?: unknown
}

export type ToWorker =
  | {
      kind: 'load'
      job: number
      families: string[]
      lastDay: Day
      market: MarketColumns | null
      /** What has to be in it, wherever it is loaded from. */
      atLeast: Versions
      /** Transactions to take as if they were made: the snapshot is for one question only. */
      draft?: Draft
    }
  /** Snapshots of families that share no account, to become one. */
  | { kind: 'join'; job: number; parts: CachedSnapshot[] }
  | { kind: 'keep'; cached: CachedSnapshot }
  | { kind: 'drop'; key: SnapshotKey }
  | { kind: 'ask'; job: number; key: SnapshotKey; name: string; view: View; call: AskedCall }

/** CPU time of the worker's thread, in milliseconds; time spent waiting for a core or the database is not in it. */
interface CpuTime {
  cpuMs?: number
}

export type JobResponse = CpuTime & Response

type Response =
  | { kind: 'loaded'; job: number; loaded: LoadedSnapshot; from: 'primary' | 'replica' }
  | { kind: 'joined'; job: number; joined: NamedSnapshot & { bytes: number } }
  | { kind: 'answered'; job: number; bytes: Uint8Array<ArrayBuffer> }
  /** An answer that is given piece by piece through a port of its own. */
  | { kind: 'streaming'; job: number; port: MessagePort }
  | { kind: 'refused'; job: number; code: ErrorCode; message: string; field: string | undefined }
  | { kind: 'failed'; job: number; message: string }

export interface WorkerSettings {
  target: ConnectionTarget
  /** A copy of the database that lags a little, for loading snapshots. */
  replica: ConnectionTarget | null
}
