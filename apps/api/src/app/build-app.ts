import type { Endpoint } from '@plumbline/contract'
import type { FastifyInstance } from 'fastify'
import { identify } from '../platform/auth/identify.ts'
import { createRefusedCallAudit } from '../platform/auth/refused-calls.store.ts'
import { sessionStore } from '../platform/auth/session.store.ts'
import { idempotencyStore } from '../platform/http/idempotency.store.ts'
import { createIdempotency } from '../platform/http/idempotency.ts'
import { serveHealth } from '../platform/http/monitoring/health.ts'
import { type Metrics, measure } from '../platform/http/monitoring/metrics.ts'
import { guardPolicy } from '../platform/http/policy-guard.ts'
import { createServe } from '../platform/http/serve.ts'
import { serveWebApp } from '../platform/http/web-app.ts'
import { serverKeysStore } from '../platform/keys/server-keys.store.ts'
import { createServerKeys } from '../platform/keys/server-keys.ts'
import type { AppDependencies } from './app-dependencies.ts'
import { addBackgroundJobs } from './background-jobs.ts'
import { addSharedHooks, createServer } from './create-server.ts'
import { features } from './features.ts'
import { createServices } from './services.ts'
import { warmUpWorkers } from './warm-up-queries.ts'

export interface App {
  server: FastifyInstance
  /** Starts the workers' slow initialisation, once the database is open. */
  warmUp(): void
  /** Runs the queries of the first screens, so that their first user finds them compiled and loaded. */
  warmUpWorkers(): Promise<void>
  /** Starts working on background jobs, once the database is open. */
  startJobs(): Promise<void>
  /** Runs every user task now and returns how many notifications were created. */
  runTasks(): Promise<number>
  /** Every route besides the web app, as `GET /path`. */
  routes: ReadonlySet<string>
  metrics: Metrics
  /** Declared calls that no feature serves yet. */
  unbuilt: [name: string, endpoint: Endpoint][]
}

/** The whole server without a socket: `main.ts` lets it listen, tests inject requests. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { database } = dependencies
  const server = createServer(dependencies)
  const policy = guardPolicy(server)
  const keys = createServerKeys(serverKeysStore(database, dependencies.masterKey))
  const sessions = sessionStore(database, keys)
  const idempotencyKeys = idempotencyStore(database)
  const { serve, serveUnbuilt, unbuilt } = createServe(
    server,
    (request, withView) => identify(sessions, request, withView),
    createRefusedCallAudit(database),
    createIdempotency(idempotencyKeys, dependencies.repeatWaitMs),
  )
  await addSharedHooks(server, dependencies.publicUrl)
  serveHealth(server, database, {
    isDraining: dependencies.isDraining,
    dataFolder: dependencies.dataFolder,
  })

  const services = createServices(dependencies, { server, serve, sessions, keys })
  const { portfolio, owners } = services
  const metrics = measure(server, dependencies.version, portfolio.gauges)
  server.addHook('onClose', () => metrics.close())
  for (const register of features) register(services)
  const backgroundJobs = addBackgroundJobs(services, idempotencyKeys)

  const notBuilt = unbuilt()
  serveUnbuilt()
  policy.stop()
  await serveWebApp(server, dependencies.webFolder)
  return {
    server,
    warmUp: portfolio.startWorkers,
    warmUpWorkers: () => warmUpWorkers(sessions, owners, portfolio),
    startJobs: backgroundJobs.start,
    runTasks: backgroundJobs.runTasks,
    routes: policy.routes,
    metrics,
    unbuilt: notBuilt,
  }
}
