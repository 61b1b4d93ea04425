import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode, Filter } from '@plumbline/contract'
import type { Day } from '@plumbline/engine'
import type { ConnectionTarget } from '../../platform/db/connection/connection-target.ts'
import type { AssumedMarket } from '../../snapshots/assumed-market.ts'
import type { Versions } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import type { LoadResume } from '../../snapshots/load-resume.ts'
import type { LoadedSnapshot } from '../../snapshots/load-snapshot.ts'
import type { MarketColumns } from '../../snapshots/market-columns.ts'
import type { SnapshotKey } from '../../snapshots/snapshot-key.ts'
import type { KeyedSnapshot } from '../../snapshots/snapshot-metadata.ts'
import type { CallerView } from '../caller-view.ts'

/** The parsed call and the input of a query. */
export interface QueryCall {
  params: Record<string, unknown> | undefined
  query: Record<string, unknown> | undefined
  body: Filter
  accept: 'json' | 'csv'
  /** What the feature has read beyond the snapshot. */
  input?: unknown
}

export type ToWorker =
  | {
      kind: 'load'
      job: number
      families: string[]
      today: Day
      marketDay: Day | null
      /** The last day of figures; null: the one that follows from the data of the families. */
      asOf: Day | null
      market: MarketColumns | null
      /** The oldest versions that will do, whether loaded from the primary or a replica. */
      atLeast: Versions
      /** An older snapshot of the same family, which the worker holds, to read and derive only what has changed. */
      previous?: { key: SnapshotKey; versions: Versions; resume: LoadResume } | null
      /** Transactions to include as if they were posted; the snapshot then serves a single query. */
      draft?: DraftTransactions
      /** Prices and rates to assume on the last day, for a draft. */
      assumed?: AssumedMarket
    }
  | { kind: 'keep'; snapshot: KeyedSnapshot }
  /** Joins snapshots of families that share no account, which the worker holds. */
  | { kind: 'join'; key: SnapshotKey; parts: SnapshotKey[] }
  | { kind: 'drop'; key: SnapshotKey }
  | { kind: 'query'; job: number; key: SnapshotKey; name: string; view: CallerView; call: QueryCall }

/** CPU time of the worker's thread, in milliseconds, which limits a warm-up. */
interface CpuTime {
  cpuMs?: number
}

export type JobResponse = CpuTime & Response

type Response =
  | { kind: 'loaded'; job: number; loaded: LoadedSnapshot; from: 'primary' | 'replica' }
  | { kind: 'result'; job: number; bytes: Uint8Array<ArrayBuffer> }
  /** A result that is read chunk by chunk through a port of its own. */
  | { kind: 'streaming'; job: number; port: MessagePort }
  | { kind: 'refused'; job: number; code: ErrorCode; message: string; field: string | undefined }
  | { kind: 'failed'; job: number; message: string }

export interface WorkerSettings {
  target: ConnectionTarget
  /** A copy of the database that lags a little, for loading snapshots. */
  replica: ConnectionTarget | null
}
