import type { CallReply, contract } from '@plumbline/contract'
import type { FileReading, ReadOptions } from '@plumbline/importers'
import type { FastifyInstance } from 'fastify'
import type { SessionStore } from '../platform/auth/session.store.ts'
import type { Database } from '../platform/db/database.ts'
import type { FamilyStorage } from '../platform/db/family-storage.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { BackgroundStore } from '../platform/jobs/background.store.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { OwnersStore } from '../platform/jobs/owners.store.ts'
import type { ServerKeys } from '../platform/keys/server-keys.ts'
import type { Mailing } from '../platform/mail/mailing.ts'
import type { MailSender } from '../platform/mail/sender.ts'
import type { FeedOptions } from '../platform/settings/feeds.ts'
import type { MarketOptions } from '../platform/settings/market-data.ts'
import type { PortfolioService } from '../queries/portfolio-service.ts'

/** Everything the features share. Each feature's `register…` function takes what it needs from it. */
export interface Services {
  server: FastifyInstance
  serve: Serve
  database: () => Database
  sessions: SessionStore
  keys: ServerKeys
  portfolio: PortfolioService
  jobs: Jobs
  background: BackgroundStore
  /** What families store, and their limits. */
  storage: FamilyStorage
  owners: OwnersStore
  mailing: Mailing
  mailSender: MailSender
  /** Imports and reconciliation read statement files in the same worker. */
  statementReader: { read(bytes: Uint8Array, options?: ReadOptions): Promise<FileReading> }
  installation: Installation
  /** The entry file of a worker thread. */
  workerEntry(name: WorkerName): URL
  onError(message: string): void
}

export type WorkerName = 'query-worker' | 'password-worker' | 'print-worker' | 'import-worker'

/** How the operator set up this installation. */
export interface Installation {
  version: string
  publicUrl: string
  isDemo: () => boolean
  /** The demo's sign-ins; null outside demo mode. */
  demo: () => CallReply<typeof contract.settings.internal>['data']['demo']
  market: MarketOptions
  feeds: FeedOptions
  /** How long a report order waits for its file before it replies that the file comes later. */
  reportWaitMs: number
}
