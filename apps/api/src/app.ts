import cookie from '@fastify/cookie'
import type { Endpoint } from '@plumbline/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ConnectionTarget } from './db/connection-target.ts'
import type { Database } from './db/database.ts'
import { demoPassword, demoUsers } from './demo/demo-users.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { createOpenSession } from './features/auth/auth.service.ts'
import { authStore } from './features/auth/auth.store.ts'
import { invitationRoutes } from './features/auth/invitation.routes.ts'
import { invitationStore } from './features/auth/invitation.store.ts'
import { docsRoutes } from './features/docs/docs.routes.ts'
import { groupedRoutes } from './features/grouped/grouped.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { positionsRoutes } from './features/positions/positions.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { settingsStore } from './features/settings/settings.store.ts'
import { replyErrors } from './http/error-replies.ts'
import { serveHealth } from './http/health.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { createServe } from './http/serve.ts'
import { identify } from './http/session/identify.ts'
import { sessionStore } from './http/session/session.store.ts'
import { serveWebApp } from './http/web-app.ts'
import { createPortfolio } from './portfolio/portfolio.ts'

export interface AppDependencies {
  /** Throws the error `starting` while there is none yet. */
  database: () => Database
  /** Where the threads that answer questions about portfolios find the same database. */
  databaseTarget: () => ConnectionTarget
  /** Memory for the books of families, in megabytes. */
  bookMb: number
  webFolder: string
  version: string
  demo: boolean
  trustedProxies: number
  logLevel: string
}

export interface App {
  server: FastifyInstance
  /** Gets ready what takes a moment, once there is a database. */
  warmUp(): void
  /** Declared calls that no feature serves yet. */
  unbuilt: [name: string, endpoint: Endpoint][]
}

const seconds = 1000

/** The whole server without a socket: `main.ts` lets it listen, tests inject requests. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { database } = dependencies
  const server = Fastify({
    logger: { level: dependencies.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    trustProxy: (_address, hop) => hop < dependencies.trustedProxies,
    bodyLimit: 1_000_000,
    // Without limits one slow client after another could hold every connection for ever.
    requestTimeout: 30 * seconds,
    connectionTimeout: 120 * seconds,
    keepAliveTimeout: 72 * seconds,
    routerOptions: { maxParamLength: 200 },
  })
  const sessions = sessionStore(database)
  const { serve, serveTheRestAsNotBuilt, unbuilt } = createServe(server, request =>
    identify(sessions, request),
  )

  sendSecurityHeaders(server)
  replyErrors(server)
  await server.register(cookie)
  serveHealth(server, database)

  const signIns = authStore(database)
  const openSession = createOpenSession(signIns, sessions)
  authRoutes(serve, signIns, sessions, openSession)
  invitationRoutes(serve, invitationStore(database), openSession)
  settingsRoutes(serve, settingsStore(database), {
    version: dependencies.version,
    demo: dependencies.demo ? { password: demoPassword, users: [...demoUsers] } : null,
  })

  const portfolio = createPortfolio({
    database,
    target: dependencies.databaseTarget,
    workerEntry: new URL('./portfolio-worker.ts', import.meta.url),
    budgetBytes: dependencies.bookMb * 1_000_000,
    onError: message => server.log.error(message),
  })
  server.addHook('onClose', () => portfolio.close())
  overviewRoutes(serve, portfolio)
  positionsRoutes(serve, portfolio)
  groupedRoutes(serve, portfolio)
  docsRoutes(server, dependencies.version)

  const notBuilt = unbuilt()
  serveTheRestAsNotBuilt()
  await serveWebApp(server, dependencies.webFolder)
  return { server, warmUp: portfolio.warmUp, unbuilt: notBuilt }
}
