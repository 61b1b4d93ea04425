import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillEmptyDatabase } from '../demo/demo.store.ts'
import { leaveDemo, resumeDemo } from '../demo/demo-mode.store.ts'
import { demoPassword, demoUsers } from '../demo/demo-users.ts'
import { invitationStore } from '../features/auth/links/invitation.store.ts'
import { hashPassword } from '../features/auth/passwords/passwords.ts'
import { parseDatabaseUrl } from '../platform/db/connection/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import { classifyDatabaseError } from '../platform/db/database-errors.ts'
import { type OpenedDatabase, openConfiguredDatabase } from '../platform/db/open.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { errorCode, StartupError } from '../platform/errors/startup-error.ts'
import type { Metrics } from '../platform/http/monitoring/metrics.ts'
import { startMetricsServer } from '../platform/http/monitoring/metrics-server.ts'
import { adoptPlainKeys } from '../platform/keys/adopt-plain-keys.store.ts'
import { loadMasterKey, type MasterKey } from '../platform/keys/master-key.ts'
import { checkKeys, hasKeys } from '../platform/keys/server-keys.store.ts'
import { newLink } from '../platform/mail/links.ts'
import { noteServerAddress } from '../platform/mail/server-address.store.ts'
import {
  checkPublicUrl,
  formerNames,
  readSettings,
  readVersion,
  type Settings,
  webFolder,
} from '../platform/settings/settings.ts'
import { buildApp } from './build-app.ts'
import { openInBrowser } from './open-in-browser.ts'

const stopTimeoutMs = 20_000
/** The rest is for the database, which would go on without this process. */
const closeTimeoutMs = 15_000

let opened: (OpenedDatabase & { masterKey: MasterKey }) | null = null
/** Requests are rejected until the demo is filled: there are no users and figures before. */
let isFilled = false
/** Decided once the database is open, because it may have real users. */
let isDemo = false
let stopping = false
/** Shutting down, but still replying until the proxy has noticed. */
let isDraining = false
let drainMs = 0
/** Ends the drain early. */
const drain = new AbortController()
let stopApp: () => Promise<void> = async () => undefined
let stopMetrics: () => void = () => undefined

async function start(settings: Settings): Promise<void> {
  drainMs = settings.drainMs
  for (const warning of [...formerNames(process.env), ...checkPublicUrl(settings)]) printError(warning)
  const { server, warmUp, warmUpWorkers, startJobs, metrics } = await buildApp({
    database: () => requireOpened().database,
    databaseTarget: () => requireOpened().target,
    masterKey: () => requireOpened().masterKey,
    replicaTarget: settings.replicaUrl === null ? null : parseDatabaseUrl(settings.replicaUrl),
    snapshotMb: settings.snapshotMb,
    familyStorageMb: settings.familyStorageMb,
    builtFolder: settings.builtFolder,
    webFolder,
    version: readVersion(),
    isDemo: () => isDemo,
    trustedProxies: settings.trustedProxies,
    isDraining: () => isDraining,
    dataFolder: settings.databaseUrl === null ? settings.dataFolder : null,
    publicUrl: settings.publicUrl,
    mailServer: settings.mailServer,
    market: { addresses: settings.marketData, available: settings.availableMarketData },
    feeds: { inbox: settings.inbox, flexAddress: settings.flexUrl },
    logLevel: settings.logLevel,
  })
  stopApp = async () => {
    stopMetrics()
    await Promise.race([server.close(), sleep(closeTimeoutMs, undefined, { ref: false })])
    await opened?.close()
  }
  // The port comes first: if it is taken, nothing else is touched.
  const address = await server.listen({ port: settings.port, host: settings.host }).catch(error => {
    throw explainListenError(error, settings)
  })
  if (settings.metrics) stopMetrics = await serveMetrics(settings.metrics, metrics)
  print(settings.databaseUrl ? 'Connecting to the database …' : 'Starting the database …')
  const database = await openConfiguredDatabase(settings, { onWarning: printError })
  if (stopping) return database.close()
  const masterKey = await openKeys(settings, database)
  if (stopping) return database.close()
  opened = { ...database, masterKey }
  isDemo = await decideDemo(settings, database.database)
  isFilled = true
  warmUp()
  await retryTransient(startJobs)
  await retryTransient(() => announce(address, database, settings))
  // If the warm-up fails, only the first requests are slower.
  await warmUpWorkers().catch(error => stopping || printError(String(error)))
}

/** Reads the master key, and encrypts keys that an earlier version stored without one. */
async function openKeys(settings: Settings, opened: OpenedDatabase): Promise<MasterKey> {
  const database = () => opened.database
  try {
    const masterKey = await loadMasterKey(settings.masterKey, settings.dataFolder, () => hasKeys(database))
    await checkKeys(database, masterKey)
    await adoptPlainKeys(database, masterKey)
    return masterKey
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The server is already listening, so it survives a short outage of the database. */
async function retryTransient(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping || classifyDatabaseError(error) === null) throw error
      await sleep(500)
    }
  }
}

async function serveMetrics(
  options: NonNullable<Settings['metrics']>,
  { text }: Metrics,
): Promise<() => void> {
  const server = await startMetricsServer(options, text).catch(error => {
    throw new StartupError(
      `Metrics cannot be served on port ${options.port} of ${options.host} (${errorCode(error)}). Set PLUMBLINE_METRICS_PORT to another one.`,
    )
  })
  return () => server.close()
}

function requireOpened(): OpenedDatabase & { masterKey: MasterKey } {
  if (!opened || !isFilled) throw new AppError('starting')
  return opened
}

/** Decides whether this installation runs as a demo. If so it fills the demo world, else it disables the demo users. */
async function decideDemo(settings: Settings, database: Database): Promise<boolean> {
  if (!settings.demo) {
    const disabled = await leaveDemo(database, () => hashPassword(randomUUID()))
    if (disabled > 0)
      print(
        `This installation left demo mode: ${disabled} demo users are disabled, their sign-ins and API tokens have ended.`,
      )
    return false
  }
  const state = await resumeDemo(database, demoHashes)
  if (state === 'off') {
    print('This database has users of its own, so it runs without the demo.')
    return false
  }
  if (state === 'resumed') print('This installation is a demo again: the demo users are enabled.')
  await fillDemo(database)
  return true
}

async function demoHashes() {
  return { demo: await hashPassword(demoPassword), nobody: await hashPassword(randomUUID()) }
}

/** Filling takes some seconds, so it prints a line every 20 %. */
async function fillDemo(database: Database): Promise<void> {
  let shown = -1
  await fillEmptyDatabase(database, {
    today: new Date().toISOString().slice(0, 10),
    hashes: demoHashes,
    onProgress(done) {
      const percent = Math.floor(done * 5) * 20
      if (percent > shown) print(`Filling the demo world … ${percent} %`)
      shown = percent
    },
  })
}

async function announce(
  address: string,
  { database }: OpenedDatabase,
  { publicUrl }: Settings,
): Promise<void> {
  await noteServerAddress(database, publicUrl)
  print(`\nPlumbline is ready at ${address}\n`)
  if (isDemo)
    print(`Sign in as ${demoUsers.map(user => user.username).join(', ')} with the password ${demoPassword}.`)
  const link = newLink('invitation', publicUrl)
  if ((await invitationStore(() => database).inviteFirstAdmin(link)) === 'invited') {
    print(`Open this link to create the first administrator. It works once, for seven days:\n\n${link.url}\n`)
    openInBrowser(link.url)
  }
  print('Ctrl-C stops it.')
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
  // A second signal ends the drain at once.
  if (stopping) return drain.abort()
  stopping = true
  // A hanging shutdown must not keep the process alive: PostgreSQL recovers at the next start.
  setTimeout(() => process.exit(exitCode || 1), afterMs + stopTimeoutMs).unref()
  if (afterMs > 0) {
    isDraining = true
    await sleep(afterMs, undefined, { signal: drain.signal }).catch(() => undefined)
  }
  await stopApp().catch(error => printError(String(error)))
  process.exit(exitCode)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('SIGTERM', () => void stop(0, drainMs))
// Started by `npm start`, this process ends with its parent.
process.on('disconnect', () => void stop(0))

try {
  await start(readSettings(process.env))
} catch (error) {
  // A stop during the start causes errors that mean nothing.
  if (!stopping)
    printError(
      error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error),
    )
  await stop(1)
}
