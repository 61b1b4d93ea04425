import path from 'node:path'
import { pathToFileURL } from 'node:url'
import cookie from '@fastify/cookie'
import type { Endpoint } from '@plumbline/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { demoPassword, demoUsers } from '../demo/demo-users.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { accountsStore } from '../features/accounts/accounts.store.ts'
import { archiveRoutes } from '../features/archive/archive.routes.ts'
import { archiveStore } from '../features/archive/archive.store.ts'
import { restoreStore } from '../features/archive/restore.store.ts'
import { assetChangesStore } from '../features/assets/asset-changes.store.ts'
import { assetsRoutes } from '../features/assets/assets.routes.ts'
import { assetsStore } from '../features/assets/assets.store.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { auditStore } from '../features/audit/audit.store.ts'
import { outboxRoutes } from '../features/audit/outbox.routes.ts'
import { outboxStore } from '../features/audit/outbox.store.ts'
import { authStores } from '../features/auth/auth-stores.store.ts'
import { serveAuth } from '../features/auth/serve-auth.ts'
import { custodiansRoutes } from '../features/custodians/custodians.routes.ts'
import { custodiansStore } from '../features/custodians/custodians.store.ts'
import { checkDataJob } from '../features/data-health/check-job.ts'
import { healthRoutes } from '../features/data-health/health.routes.ts'
import { healthStore } from '../features/data-health/health.store.ts'
import { docsRoutes } from '../features/docs/docs.routes.ts'
import { eventsRoutes } from '../features/events/events.routes.ts'
import { explainRoutes } from '../features/explain/explain.routes.ts'
import { clientsRoutes } from '../features/families/clients.routes.ts'
import { clientsStore } from '../features/families/clients.store.ts'
import { familiesRoutes } from '../features/families/families.routes.ts'
import { familiesStore } from '../features/families/families.store.ts'
import { createFamiliesFigures } from '../features/families/families-figures.ts'
import { feesRoutes } from '../features/fees/fees.routes.ts'
import { groupedRoutes } from '../features/grouped/grouped.routes.ts'
import { applyStore } from '../features/imports/apply.store.ts'
import { applyImportJob, sendWaitingImports } from '../features/imports/apply-job.ts'
import { balancesStore } from '../features/imports/balances.store.ts'
import { importDraftsRoutes } from '../features/imports/import-drafts.routes.ts'
import { importFilesRoutes } from '../features/imports/import-files.routes.ts'
import { importFilesStore } from '../features/imports/import-files.store.ts'
import { importRowsStore } from '../features/imports/import-rows.store.ts'
import { importsRoutes } from '../features/imports/imports.routes.ts'
import { importsStore } from '../features/imports/imports.store.ts'
import { createStatementReader } from '../features/imports/read-statement.ts'
import { undoStore } from '../features/imports/undo.store.ts'
import { instrumentChangesStore } from '../features/instruments/instrument-changes.store.ts'
import { instrumentsRoutes } from '../features/instruments/instruments.routes.ts'
import { instrumentsStore } from '../features/instruments/instruments.store.ts'
import { integrationsRoutes } from '../features/integrations/integrations.routes.ts'
import { integrationsStore } from '../features/integrations/integrations.store.ts'
import { marketWritesStore } from '../features/integrations/market-writes.store.ts'
import { ensureSources, fetchMarketJob, type MarketOptions } from '../features/integrations/run-source.ts'
import { runsStore } from '../features/integrations/runs.store.ts'
import { uploadRoutes } from '../features/integrations/upload.routes.ts'
import { uploadStore } from '../features/integrations/upload.store.ts'
import { jobsRoutes } from '../features/jobs/jobs.routes.ts'
import { linkedPositionsRoutes } from '../features/linked-positions/linked-positions.routes.ts'
import { linkedPositionsStore } from '../features/linked-positions/linked-positions.store.ts'
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts'
import { notificationsStore } from '../features/notifications/notifications.store.ts'
import { overviewRoutes } from '../features/overview/overview.routes.ts'
import { positionsRoutes } from '../features/positions/positions.routes.ts'
import { pricesRoutes } from '../features/prices/prices.routes.ts'
import { pricesStore } from '../features/prices/prices.store.ts'
import { receiptRoutes } from '../features/receipt/receipt.routes.ts'
import { receiptStore } from '../features/receipt/receipt.store.ts'
import { reconciliationRoutes } from '../features/reconciliation/reconciliation.routes.ts'
import { statementsStore } from '../features/reconciliation/statements.store.ts'
import { createPrinter } from '../features/reports/print/printer.ts'
import { readyStore } from '../features/reports/ready.store.ts'
import { reportJob, sendWaitingReports } from '../features/reports/report-job.ts'
import { reportsRoutes } from '../features/reports/reports.routes.ts'
import { reportsStore } from '../features/reports/reports.store.ts'
import { securityRoutes } from '../features/security/security.routes.ts'
import { securityStore } from '../features/security/security.store.ts'
import { listsStore } from '../features/settings/lists.store.ts'
import { settingsRoutes } from '../features/settings/settings.routes.ts'
import { settingsStore } from '../features/settings/settings.store.ts'
import { statusRoutes } from '../features/status/status.routes.ts'
import { statusStore } from '../features/status/status.store.ts'
import { strategiesRoutes } from '../features/strategies/strategies.routes.ts'
import { strategiesStore } from '../features/strategies/strategies.store.ts'
import { templatesRoutes } from '../features/templates/templates.routes.ts'
import { templatesStore } from '../features/templates/templates.store.ts'
import { entryRoutes } from '../features/transactions/entry.routes.ts'
import { entryStore } from '../features/transactions/entry.store.ts'
import { transactionChanges } from '../features/transactions/transaction-changes.ts'
import { transactionsRoutes } from '../features/transactions/transactions.routes.ts'
import { runTasksStore } from '../features/user-tasks/run-tasks.store.ts'
import { runTasks, runTasksJob } from '../features/user-tasks/run-tasks.ts'
import { userTasksRoutes } from '../features/user-tasks/user-tasks.routes.ts'
import { userTasksStore } from '../features/user-tasks/user-tasks.store.ts'
import { userChangesStore } from '../features/users/user-changes.store.ts'
import { usersRoutes } from '../features/users/users.routes.ts'
import { usersStore } from '../features/users/users.store.ts'
import { tickersStore } from '../features/watchlist/tickers.store.ts'
import { watchlistRoutes } from '../features/watchlist/watchlist.routes.ts'
import { watchlistStore } from '../features/watchlist/watchlist.store.ts'
import { toolsStore } from '../figures/strategies-and-links.store.ts'
import { identify } from '../platform/auth/identify.ts'
import { sessionStore } from '../platform/auth/session.store.ts'
import type { ConnectionTarget } from '../platform/db/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import { answerBrokenRequest, replyUnroutable } from '../platform/http/broken-requests.ts'
import { replyErrors } from '../platform/http/error-replies.ts'
import { serveHealth } from '../platform/http/health.ts'
import { idempotencyStore } from '../platform/http/idempotency.store.ts'
import { createIdempotency } from '../platform/http/idempotency.ts'
import { readJsonBodies } from '../platform/http/json-bodies.ts'
import { type Metrics, measure } from '../platform/http/metrics.ts'
import { guardPolicy } from '../platform/http/policy-guard.ts'
import { loggedRequest, requestIdOf, tellRequestId } from '../platform/http/request-log.ts'
import { sendSecurityHeaders } from '../platform/http/security-headers.ts'
import { createServe } from '../platform/http/serve.ts'
import { serveWebApp } from '../platform/http/web-app.ts'
import { backgroundStore } from '../platform/jobs/background.store.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import { createMailing } from '../platform/mail/mailing.ts'
import { createMailSender, type MailServer } from '../platform/mail/sender.ts'
import { sendingStore } from '../platform/mail/sending.store.ts'
import { createPortfolio } from '../queries/portfolio-service.ts'
import { warmUpWorkers } from './warm-up-queries.ts'

export interface AppDependencies {
  /** Throws the error `starting` while there is none yet. */
  database: () => Database
  /** Where the threads that answer questions about portfolios find the same database. */
  databaseTarget: () => ConnectionTarget
  /** A copy of it that may lag, for loading snapshots. */
  replicaTarget?: ConnectionTarget | null
  /** Memory for the snapshots of families, in megabytes. */
  snapshotMb: number
  /** Where its threads lie built; absent, they are started from the sources. */
  builtFolder?: string | null
  webFolder: string
  version: string
  /** Whether it runs as a demo, with registration open. Known once there is a database. */
  isDemo: () => boolean
  /** Where people reach the web app: what links in mails begin with. */
  publicUrl: string
  /** Null: mail waits in the outbox. */
  mailServer: MailServer | null
  /** Providers of prices and rates; absent, none is asked. */
  market?: MarketOptions
  trustedProxies: number
  /** Whether it is shutting down: it still answers, but new requests should go to another server. */
  isDraining?: () => boolean
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number
  /** How long whoever orders a report waits for it; absent, as long as people do. */
  reportPatienceMs?: number
  /** How long a repeated request waits for the reply of the first one; absent, longer than the slowest call takes. */
  repeatPatienceMs?: number
  /** Tests start what happens by the clock themselves. */
  jobsByTheClock?: boolean
  logLevel: string
}

export interface App {
  server: FastifyInstance
  /** Gets ready what takes a moment, once there is a database. */
  warmUp(): void
  /** Has what people ask for first answered for nobody, so that it is quick when they come. */
  warmUpWorkers(): Promise<void>
  /** Begins to work on what is done beside requests, once there is a database. */
  startJobs(): Promise<void>
  /** Looks at every rule now, and tells how many things it told. */
  runTasks(): Promise<number>
  /** What is served besides the web app, as `GET /path`. */
  routes: ReadonlySet<string>
  metrics: Metrics
  /** Declared calls that no feature serves yet. */
  unbuilt: [name: string, endpoint: Endpoint][]
}

const seconds = 1000

/** The whole server without a socket: `main.ts` lets it listen, tests inject requests. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { database, builtFolder } = dependencies
  const thread = (name: string) =>
    pathToFileURL(
      builtFolder ? path.join(builtFolder, `${name}.js`) : path.join(import.meta.dirname, `${name}.ts`),
    )
  const requestTimeout = dependencies.requestTimeoutMs ?? 30 * seconds
  const reportPatienceMs = dependencies.reportPatienceMs ?? 10 * seconds
  const server = Fastify({
    logger: { level: dependencies.logLevel, serializers: { req: loggedRequest } },
    genReqId: requestIdOf,
    trustProxy: (_address, hop) => hop < dependencies.trustedProxies,
    bodyLimit: 1_000_000,
    // Without limits one slow client after another could hold every connection for ever.
    requestTimeout,
    connectionTimeout: 120 * seconds,
    keepAliveTimeout: 72 * seconds,
    http: {
      headersTimeout: Math.min(10 * seconds, requestTimeout),
      // How often the limits above are looked at: the standard of 30 seconds would double them.
      connectionsCheckingInterval: Math.min(5 * seconds, requestTimeout),
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: replyUnroutable,
    clientErrorHandler: answerBrokenRequest,
  })
  const policy = guardPolicy(server)
  const sessions = sessionStore(database)
  const idempotencyKeys = idempotencyStore(database)
  const { serve, serveTheRestAsNotBuilt, unbuilt } = createServe(
    server,
    (request, withView) => identify(sessions, request, withView),
    createIdempotency(idempotencyKeys, dependencies.repeatPatienceMs),
  )

  sendSecurityHeaders(server)
  tellRequestId(server)
  replyErrors(server)
  readJsonBodies(server)
  // A proxy that ends TLS may not forward the protocol; the configured address is certain.
  await server.register(cookie, { parseOptions: { secure: dependencies.publicUrl.startsWith('https:') } })
  serveHealth(server, database, dependencies.isDraining)

  const jobs = createJobs({
    target: dependencies.databaseTarget,
    onError: message => server.log.error(message),
    isByTheClock: dependencies.jobsByTheClock ?? true,
  })
  server.addHook('onClose', () => jobs.stop())
  const mailSender = createMailSender(sendingStore(database), dependencies.mailServer)
  mailSender.start(server.log)
  server.addHook('onClose', () => mailSender.stop())
  const mailing = createMailing({
    publicUrl: dependencies.publicUrl,
    hasMailServer: mailSender.hasServer,
  })
  serveAuth(serve, authStores(database), sessions, mailing, {
    isRegistrationOpen: dependencies.isDemo,
    passwordHasher: thread('password-worker'),
  })
  usersRoutes(serve, usersStore(database), userChangesStore(database), mailing)
  securityRoutes(serve, securityStore(database))
  custodiansRoutes(serve, custodiansStore(database))
  instrumentsRoutes(serve, instrumentsStore(database), instrumentChangesStore(database))
  pricesRoutes(serve, pricesStore(database))
  auditRoutes(serve, auditStore(database))
  outboxRoutes(serve, outboxStore(database), mailSender)
  settingsRoutes(serve, settingsStore(database), listsStore(database), {
    version: dependencies.version,
    isRegistrationOpen: dependencies.isDemo,
    demo: () => (dependencies.isDemo() ? { password: demoPassword, users: [...demoUsers] } : null),
  })

  const portfolio = createPortfolio({
    database,
    target: dependencies.databaseTarget,
    replica: dependencies.replicaTarget ?? null,
    workerEntry: thread('query-worker'),
    budgetBytes: dependencies.snapshotMb * 1_000_000,
    onError: message => server.log.error(message),
  })
  server.addHook('onClose', () => portfolio.close())
  const metrics = measure(server, dependencies.version, portfolio.gauges)
  server.addHook('onClose', () => metrics.close())
  const clients = clientsStore(database)
  const familiesFigures = createFamiliesFigures(portfolio, clients.lastClose)
  accountsRoutes(serve, accountsStore(database), portfolio)
  familiesRoutes(serve, familiesStore(database), familiesFigures)
  clientsRoutes(serve, clients, familiesFigures)
  overviewRoutes(serve, portfolio)
  const tools = toolsStore(database)
  positionsRoutes(serve, portfolio, tools)
  groupedRoutes(serve, portfolio, tools)
  explainRoutes(serve, portfolio, tools)
  receiptRoutes(serve, portfolio, tools, receiptStore(database))
  transactionsRoutes(serve, portfolio)
  const transactions = entryStore(database)
  entryRoutes(serve, transactions, transactionChanges(transactions, portfolio), portfolio)
  feesRoutes(serve, portfolio)
  eventsRoutes(serve, portfolio)
  linkedPositionsRoutes(serve, linkedPositionsStore(database), tools, portfolio)
  statusRoutes(serve, statusStore(database), portfolio)
  strategiesRoutes(serve, strategiesStore(database), portfolio)
  assetsRoutes(serve, assetsStore(database), assetChangesStore(database), portfolio)
  watchlistRoutes(serve, tickersStore(database), watchlistStore(database), portfolio)
  templatesRoutes(serve, templatesStore(database))
  notificationsRoutes(serve, notificationsStore(database))
  userTasksRoutes(serve, userTasksStore(database), portfolio)
  const printer = createPrinter(thread('print-worker'))
  server.addHook('onClose', () => printer.close())
  const background = backgroundStore(database)
  const owners = ownersStore(database)
  const reports = reportsStore(database)
  jobsRoutes(serve, background)
  const importStores = {
    imports: importsStore(database),
    files: importFilesStore(database),
    rows: importRowsStore(database),
    balances: balancesStore(database),
    apply: applyStore(database),
    undo: undoStore(database),
  }
  importsRoutes(serve, importStores, jobs, portfolio)
  const statementReader = createStatementReader(thread('import-worker'), message => server.log.error(message))
  server.addHook('onClose', () => statementReader.close())
  importFilesRoutes(serve, importStores, statementReader)
  importDraftsRoutes(serve, importStores)
  archiveRoutes(serve, archiveStore(database), restoreStore(database))
  jobs.add(
    applyImportJob({
      background,
      apply: importStores.apply,
      owners,
      portfolio,
      onError: message => server.log.error(message),
    }),
  )
  reportsRoutes(serve, { store: reports, background, jobs, portfolio, patienceMs: reportPatienceMs })
  jobs.add(
    reportJob({
      store: reports,
      background,
      owners,
      portfolio,
      ready: readyStore(dependencies.publicUrl),
      printer,
      onError: message => server.log.error(message),
    }),
  )
  const rules = {
    store: runTasksStore(database),
    portfolio,
    publicUrl: dependencies.publicUrl,
    onError: (message: string) => server.log.error(message),
    afterwards: async () => {
      await sendWaitingReports(background, jobs)
      await sendWaitingImports(background, jobs)
      await background.failAbandoned()
      await idempotencyKeys.forgetExpired()
    },
  }
  jobs.add(runTasksJob(rules))
  reconciliationRoutes(serve, { store: statementsStore(database), portfolio, reader: statementReader })
  const health = { store: healthStore(database), portfolio, background, jobs }
  healthRoutes(serve, health)
  jobs.add(
    checkDataJob({
      ...health,
      owners,
      onError: message => server.log.error(message),
    }),
  )
  const market = dependencies.market ?? { addresses: {} }
  const sources = {
    runs: runsStore(database),
    writes: marketWritesStore(database),
    background,
    jobs,
    market,
    serverKey: sessions.signingKey,
    onError: (message: string) => server.log.error(message),
  }
  integrationsRoutes(serve, { ...sources, store: integrationsStore(database) })
  uploadRoutes(serve, uploadStore(database))
  jobs.add(fetchMarketJob(sources))
  docsRoutes(server, dependencies.version)

  const notBuilt = unbuilt()
  serveTheRestAsNotBuilt()
  policy.leave()
  await serveWebApp(server, dependencies.webFolder)
  return {
    server,
    warmUp: portfolio.warmUp,
    warmUpWorkers: () => warmUpWorkers(sessions, owners, portfolio),
    async startJobs() {
      await ensureSources(sources)
      await jobs.start()
    },
    runTasks: () => runTasks(rules),
    routes: policy.routes,
    metrics,
    unbuilt: notBuilt,
  }
}
