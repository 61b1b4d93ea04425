import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { demoPassword, demoUsers } from '../demo/demo-users.ts'
import { createStatementReader, type StatementReader } from '../features/imports/files/read-statement.ts'
import type { Installation, Services, WorkerName } from '../features/services.ts'
import type { SessionStore } from '../platform/auth/session.store.ts'
import { familyStorage } from '../platform/db/family-storage.ts'
import type { Serve } from '../platform/http/serve.ts'
import { backgroundStore } from '../platform/jobs/background.store.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import type { ServerKeys } from '../platform/keys/server-keys.ts'
import { createMailing } from '../platform/mail/mailing.ts'
import { createMailSender } from '../platform/mail/sender.ts'
import { sendingStore } from '../platform/mail/sending.store.ts'
import { standardFeedOptions } from '../platform/settings/feeds.ts'
import { createPortfolio } from '../queries/portfolio-service.ts'
import type { AppDependencies } from './app-dependencies.ts'

const defaultReportWaitMs = 10_000

interface Http {
  server: FastifyInstance
  serve: Serve
  sessions: SessionStore
  keys: ServerKeys
}

/** Creates the services that features share; they stop when the server closes. */
export function createServices(dependencies: AppDependencies, http: Http): Services {
  const { server } = http
  const { database, databaseTarget } = dependencies
  const onError = (message: string) => server.log.error(message)
  const workerEntry = (name: WorkerName) => findWorkerEntry(name, dependencies.builtFolder ?? null)

  const jobs = createJobs({
    target: databaseTarget,
    onError,
    runsSchedules: dependencies.runsSchedules ?? true,
  })
  const mailSender = createMailSender(
    sendingStore(database, http.keys, dependencies.publicUrl),
    dependencies.mailServer,
  )
  mailSender.start(server.log)
  const portfolio = createPortfolio({
    database,
    target: databaseTarget,
    replica: dependencies.replicaTarget ?? null,
    workerEntry: workerEntry('query-worker'),
    budgetBytes: dependencies.snapshotMb * 1_000_000,
    onError,
  })
  const storage = familyStorage(dependencies.familyStorageMb)
  // Before the workers that jobs need are closed: a job that does not end in time is handed back, not failed.
  server.addHook('preClose', () => jobs.stop())
  server.addHook('onClose', () => mailSender.stop())
  server.addHook('onClose', () => portfolio.close())
  const statementReader =
    dependencies.statementReader ?? openStatementReader(server, workerEntry('import-worker'), onError)

  return {
    ...http,
    database,
    portfolio,
    jobs,
    background: backgroundStore(database, storage),
    storage,
    owners: ownersStore(database),
    mailing: createMailing({
      publicUrl: dependencies.publicUrl,
      hasMailServer: mailSender.hasServer,
      keys: http.keys,
    }),
    mailSender,
    statementReader,
    installation: describeInstallation(dependencies),
    workerEntry,
    onError,
  }
}

function openStatementReader(
  server: FastifyInstance,
  entry: URL,
  onError: (message: string) => void,
): StatementReader {
  const reader = createStatementReader(entry, onError)
  server.addHook('onClose', () => reader.close())
  return reader
}

function describeInstallation(dependencies: AppDependencies): Installation {
  const { version, publicUrl, isDemo, market, reportWaitMs } = dependencies
  return {
    version,
    publicUrl,
    isDemo,
    demo: () => (isDemo() ? { password: demoPassword, users: [...demoUsers] } : null),
    market: market ?? { addresses: {} },
    feeds: { ...standardFeedOptions, ...dependencies.feeds },
    reportWaitMs: reportWaitMs ?? defaultReportWaitMs,
  }
}

function findWorkerEntry(name: WorkerName, builtFolder: string | null): URL {
  const file = builtFolder
    ? path.join(builtFolder, `${name}.js`)
    : path.join(import.meta.dirname, `${name}.ts`)
  return pathToFileURL(file)
}
