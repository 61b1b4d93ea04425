import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillEmptyDatabase, hasAdmin } from '../demo/demo.store.ts'
import { leaveDemo, resumeDemo } from '../demo/demo-mode.store.ts'
import { demoPassword, demoUsers } from '../demo/demo-users.ts'
import { hashPassword } from '../features/auth/passwords/passwords.ts'
import { targetOfUrl } from '../platform/db/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import { databaseTrouble } from '../platform/db/database-trouble.ts'
import { type OpenedDatabase, openConfiguredDatabase } from '../platform/db/open.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { errorCode, StartupError } from '../platform/errors/startup-error.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import { listenForMetrics } from '../platform/http/metrics-server.ts'
import {
  checkPublicUrl,
  formerNames,
  readSettings,
  readVersion,
  type Settings,
  webFolder,
} from '../platform/settings/settings.ts'
import { buildApp } from './build-app.ts'

const stopPatienceMs = 20_000

let opened: OpenedDatabase | null = null
/** The caller while the demo is being filled would find no users and no figures. */
let isFilled = false
/** Decided once the database is open: it may have users of its own. */
let isDemo = false
let stopping = false
/** Shutting down, and still answering until the proxy has noticed. */
let isDraining = false
let drainMs = 0
const left = new AbortController()
let stopApp: () => Promise<void> = async () => undefined
let stopMetrics: () => void = () => undefined

async function start(settings: Settings): Promise<void> {
  drainMs = settings.drainMs
  for (const warning of [...formerNames(process.env), ...checkPublicUrl(settings)]) complain(warning)
  const { server, warmUp, warmUpWorkers, startJobs, metrics } = await buildApp({
    database: () => whenOpened().database,
    databaseTarget: () => whenOpened().target,
    replicaTarget: settings.replicaUrl === null ? null : targetOfUrl(settings.replicaUrl),
    snapshotMb: settings.snapshotMb,
    builtFolder: settings.builtFolder,
    webFolder,
    version: readVersion(),
    isDemo: () => isDemo,
    trustedProxies: settings.trustedProxies,
    isDraining: () => isDraining,
    publicUrl: settings.publicUrl,
    mailServer: settings.mailServer,
    market: { addresses: settings.marketData },
    logLevel: settings.logLevel,
  })
  stopApp = async () => {
    stopMetrics()
    await server.close()
    await opened?.close()
  }
  // The port comes first: if it is taken, nothing else should have been touched.
  const address = await server.listen({ port: settings.port, host: settings.host }).catch(error => {
    throw explainListenError(error, settings)
  })
  if (settings.metrics) stopMetrics = await serveMetrics(settings.metrics, metrics)
  say(settings.databaseUrl ? 'Connecting to the database …' : 'Starting the database …')
  const database = await openConfiguredDatabase(settings, { onTrouble: complain })
  if (stopping) return database.close()
  opened = database
  isDemo = await decideDemo(settings, database.database)
  isFilled = true
  warmUp()
  await despiteTrouble(startJobs)
  await despiteTrouble(() => announce(address, database))
  // Without it whoever comes first waits a little longer, and nothing else is lost.
  await warmUpWorkers().catch(error => stopping || complain(String(error)))
}

/** The server answers by now: a database that goes away for a moment is no reason to end it. */
async function despiteTrouble(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping || databaseTrouble(error) === null) throw error
      await sleep(500)
    }
  }
}

async function serveMetrics(
  options: NonNullable<Settings['metrics']>,
  { text }: Metrics,
): Promise<() => void> {
  const server = await listenForMetrics(options, text).catch(error => {
    throw new StartupError(
      `Metrics cannot be served on port ${options.port} of ${options.host} (${errorCode(error)}). Set PLUMBLINE_METRICS_PORT to another one.`,
    )
  })
  return () => server.close()
}

function whenOpened(): OpenedDatabase {
  if (!opened || !isFilled) throw new AppError('starting')
  return opened
}

/** Whether this installation runs as a demo; if so its world is there, and if not nobody signs in to it. */
async function decideDemo(settings: Settings, database: Database): Promise<boolean> {
  if (!settings.demo) {
    const disabled = await leaveDemo(database, () => hashPassword(randomUUID()))
    if (disabled > 0)
      say(
        `This installation left demo mode: ${disabled} demo users are disabled, their sign-ins and API tokens have ended.`,
      )
    return false
  }
  const state = await resumeDemo(database, demoHashes)
  if (state === 'off') {
    say('This database has users of its own, so it runs without the demo.')
    return false
  }
  if (state === 'resumed') say('This installation is a demo again: the demo users are enabled.')
  await fillDemo(database)
  return true
}

async function demoHashes() {
  return { demo: await hashPassword(demoPassword), nobody: await hashPassword(randomUUID()) }
}

/** The first filling takes some seconds: a line for every fifth of it. */
async function fillDemo(database: Database): Promise<void> {
  let shown = -1
  await fillEmptyDatabase(database, {
    today: new Date().toISOString().slice(0, 10),
    hashes: demoHashes,
    onProgress(done) {
      const percent = Math.floor(done * 5) * 20
      if (percent > shown) say(`Filling the demo world … ${percent} %`)
      shown = percent
    },
  })
}

async function announce(address: string, { database }: OpenedDatabase): Promise<void> {
  say(`\nPlumbline is ready at ${address}\n`)
  if (isDemo)
    say(`Sign in as ${demoUsers.map(user => user.username).join(', ')} with the password ${demoPassword}.`)
  if (!(await hasAdmin(database)))
    say('No administrator can sign in yet. Make one with: npm run admin:invite -- you@example.com')
  say('Ctrl-C stops it.')
}

function explainListenError(error: unknown, { host, port }: Settings): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} on ${host} is taken. Set PORT to another one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be used by this account. Set PORT to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${host} is not an address of this machine.`)
  return error
}

async function stop(exitCode: number, afterMs = 0): Promise<void> {
  // Told again while it leaves, it leaves at once.
  if (stopping) return left.abort()
  stopping = true
  // Whatever hangs must not keep the process: PostgreSQL recovers by itself at the next start.
  setTimeout(() => process.exit(exitCode || 1), afterMs + stopPatienceMs).unref()
  if (afterMs > 0) {
    isDraining = true
    await sleep(afterMs, undefined, { signal: left.signal }).catch(() => undefined)
  }
  await stopApp().catch(error => complain(String(error)))
  process.exit(exitCode)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('SIGTERM', () => void stop(0, drainMs))
// Started by `npm start`: when that process is gone, however it went, this one must not stay behind.
process.on('disconnect', () => void stop(0))

try {
  await start(readSettings(process.env))
} catch (error) {
  // Told to end in the middle of starting, it finds gone what it was about to use.
  if (!stopping)
    complain(
      error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error),
    )
  await stop(1)
}
