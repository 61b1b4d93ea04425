import type { StatementReader } from '../features/imports/files/read-statement.ts'
import type { ConnectionTarget } from '../platform/db/connection/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import type { MasterKey } from '../platform/keys/master-key.ts'
import type { MailServer } from '../platform/mail/sender.ts'
import type { FeedOptions } from '../platform/settings/feeds.ts'
import type { MarketOptions } from '../platform/settings/market-data.ts'

export interface AppDependencies {
  /** Throws the error `starting` until the database is open. */
  database: () => Database
  /** Decrypts the servers' keys. Throws the error `starting` until it has been read. */
  masterKey: () => MasterKey
  /** Reads statement files for several servers of one process and outlives them; absent, this server has its own. */
  statementReader?: Pick<StatementReader, 'read'>
  /** How the query workers reach the same database. */
  databaseTarget: () => ConnectionTarget
  /** A read replica that may lag, for loading snapshots. */
  replicaTarget?: ConnectionTarget | null
  /** Memory for the snapshot cache, in megabytes. */
  snapshotMb: number
  /** Default storage of a family in megabytes, 0 for no limit; absent, the documented one. */
  familyStorageMb?: number
  /** Where the built worker entries are; absent, workers start from the sources. */
  builtFolder?: string | null
  webFolder: string
  version: string
  /** Demo mode opens registration. Decided once the database is open. */
  isDemo: () => boolean
  /** The address of the web app; links in mails begin with it. */
  publicUrl: string
  /** Null: mail waits in the outbox. */
  mailServer: MailServer | null
  /** Market data providers; absent, the server fetches from none. */
  market?: MarketOptions
  /** Feeds of custodians; absent, there is no inbox. */
  feeds?: Partial<FeedOptions>
  trustedProxies: number
  /** True during a graceful shutdown: readiness fails so that the proxy sends new requests elsewhere. */
  isDraining?: () => boolean
  /** The folder of the embedded database; null or absent if the database is elsewhere. */
  dataFolder?: string | null
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number
  /** How long a report order waits for its file; absent, ten seconds. */
  reportWaitMs?: number
  /** How long a repeated request waits for the reply of the first; absent, longer than the slowest call takes. */
  repeatWaitMs?: number
  /** False in tests, which trigger scheduled jobs themselves. */
  runsSchedules?: boolean
  logLevel: string
}
