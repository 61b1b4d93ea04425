import { readFileSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { isDatabaseUrl } from './database-url.ts'
import { flexAddress } from './feeds.ts'
import { isLoopback } from './loopback.ts'
import { type ProviderId, providerAddresses, providerIds } from './market-data.ts'
import { type MasterKeySource, readMasterKeySource } from './master-key-source.ts'

/** The operator's settings, read once from the environment and passed on as an argument. */
export interface Settings {
  port: number
  host: string
  /** Holds the embedded database, and the master key unless another one is set. */
  dataFolder: string
  databaseUrl: string | null
  /** A read-only copy of the same database; it may lag. */
  replicaUrl: string | null
  masterKey: MasterKeySource
  /** Fills an empty database with the demo world. Allowed only on a local installation (see `networkReason`). */
  demo: boolean
  /** Memory for the snapshot cache, in megabytes. */
  snapshotMb: number
  /** Default limit of what a family stores besides its ledger, in megabytes. 0: no limit. */
  familyStorageMb: number
  /** Where the bundled server and workers are. Null: workers start from the sources. */
  builtFolder: string | null
  /** How many proxies in front of the server to trust for X-Forwarded-* headers. */
  trustedProxies: number
  /** How long the server keeps replying after SIGTERM, so that a proxy can notice and route elsewhere. */
  drainMs: number
  /** The address that links in mails begin with, without a trailing slash. */
  publicUrl: string
  /** Null: mail waits in the outbox. */
  mailServer: { url: string; from: string } | null
  /** Null: no metrics endpoint. */
  metrics: { port: number; host: string; token: string | null } | null
  /** The folder that custodians deliver files to. Null: there is none. */
  inbox: string | null
  /** The address of IBKR's Flex Web Service. */
  flexUrl: string
  /** Market data providers with their addresses. None unless the operator enables them. */
  marketData: Partial<Record<ProviderId, string>>
  /** Those that an administrator may enable; none with PLUMBLINE_MARKET_DATA=none. */
  availableMarketData: Partial<Record<ProviderId, string>>
  logLevel: string
}

/** Several years of statements of a family with many accounts. */
export const standardStorageMb = 2000

const repositoryRoot = path.resolve(import.meta.dirname, '../../../../..')

/** The built web app. */
export const webFolder = path.join(repositoryRoot, 'apps/web/dist')

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'))
  return String(version)
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = wholeNumber(env, 'PORT', 4000, 65535)
  const host = env.HOST || '127.0.0.1'
  const settings = {
    port,
    host,
    dataFolder: dataFolder(env),
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    replicaUrl: databaseUrl(env, 'DATABASE_REPLICA_URL'),
    masterKey: readMasterKeySource(env),
    snapshotMb: renamedNumber(env, 'PLUMBLINE_SNAPSHOT_MB', 512, 1_000_000),
    familyStorageMb: wholeNumber(env, 'PLUMBLINE_FAMILY_STORAGE_MB', standardStorageMb, 1_000_000),
    builtFolder: env.PLUMBLINE_BUILT || null,
    trustedProxies: wholeNumber(env, 'PLUMBLINE_PROXIES', 0, 10),
    drainMs: 1000 * renamedNumber(env, 'PLUMBLINE_SHUTDOWN_DRAIN_SECONDS', 0, 300),
    publicUrl: publicUrl(env, `http://${reachable(host)}:${port}`),
    mailServer: mailServer(env),
    metrics: metricsServer(env),
    inbox: inboxFolder(env),
    flexUrl: serviceAddress(env, 'PLUMBLINE_FLEX_URL', flexAddress),
    marketData: marketData(env),
    availableMarketData: availableMarketData(env),
    logLevel: oneOf(env, 'PLUMBLINE_LOG', ['silent', 'error', 'warn', 'info', 'debug'], 'warn'),
  }
  return { ...settings, demo: demoMode(env, networkReason(settings)) }
}

/** Why the installation may be reachable from a network; null when it is local. */
function networkReason(
  settings: Pick<Settings, 'databaseUrl' | 'host' | 'publicUrl' | 'trustedProxies'>,
): string | null {
  if (settings.databaseUrl !== null) return 'DATABASE_URL is set'
  if (!isLoopback(settings.host)) return `HOST is ${settings.host}`
  if (!isLoopback(new URL(settings.publicUrl).hostname)) return `PLUMBLINE_URL is ${settings.publicUrl}`
  if (settings.trustedProxies > 0) return `PLUMBLINE_PROXIES is ${settings.trustedProxies}`
  return null
}

/** The demo's passwords are public, so a demo must not be reachable from a network. */
function demoMode(env: NodeJS.ProcessEnv, reason: string | null): boolean {
  const isDemo = flag(env, 'PLUMBLINE_DEMO', reason === null)
  if (isDemo && reason !== null)
    throw new StartupError(
      `PLUMBLINE_DEMO=1 works only with the embedded database on a loopback address, because the demo's passwords are public, and here ${reason}.`,
    )
  return isDemo
}

/** Throws for a public address that would be silently unsafe, and returns warnings about lesser problems. */
export function checkPublicUrl({ publicUrl, host, trustedProxies }: Settings): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  // The server speaks plain HTTP, so https means a proxy, and untrusted every client would have the proxy's address.
  if (protocol === 'https:' && trustedProxies === 0)
    throw new StartupError(
      'PLUMBLINE_URL begins with https, so there is a proxy in front of this server: set PLUMBLINE_PROXIES to the number of proxies, usually 1, or all clients share one limit of sign-in attempts.',
    )
  const isLocalUrl = isLoopback(hostname)
  if (isLocalUrl && (!isLoopback(host) || trustedProxies > 0))
    return [
      `Warning: links in mails begin with ${publicUrl}, which works on this machine only. Set PLUMBLINE_URL to the address that people use.`,
    ]
  if (!isLocalUrl && protocol === 'http:')
    return [
      `Warning: PLUMBLINE_URL is ${publicUrl}, so passwords travel unencrypted and cookies are not marked Secure. Put a proxy with TLS in front and use https.`,
    ]
  return []
}

/** Former names of settings, which work for one more release. */
const formerSettings = {
  PLUMBLINE_SNAPSHOT_MB: 'PLUMBLINE_BOOK_MB',
  PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: 'PLUMBLINE_LEAVE_SECONDS',
} as const

function renamedNumber(
  env: NodeJS.ProcessEnv,
  name: keyof typeof formerSettings,
  standard: number,
  most: number,
): number {
  return wholeNumber(env, name, wholeNumber(env, formerSettings[name], standard, most), most)
}

/** Warnings about settings given by a former name. */
export function formerNames(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(formerSettings)
    .filter(([, former]) => env[former])
    .map(([name, former]) => `Warning: ${former} is now ${name}. The next release ignores the old name.`)
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, standard: number, most: number): number {
  const text = env[name]
  if (!text) return standard
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new StartupError(`${name} must be a whole number from 0 to ${most}, not '${text}'.`)
  return value
}

function flag(env: NodeJS.ProcessEnv, name: string, standard: boolean): boolean {
  const text = env[name]
  if (!text) return standard
  if (text === '0' || text === '1') return text === '1'
  throw new StartupError(`${name} must be 0 or 1, not '${text}'.`)
}

function oneOf(env: NodeJS.ProcessEnv, name: string, allowed: string[], standard: string): string {
  const text = env[name] || standard
  if (!allowed.includes(text))
    throw new StartupError(`${name} must be one of ${allowed.join(', ')}, not '${text}'.`)
  return text
}

function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]
  if (!text) return null
  // The text may hold a password, so the message must not repeat it.
  if (!isDatabaseUrl(text))
    throw new StartupError(`${name} must be an address such as postgres://user:password@host:5432/database.`)
  return text
}

/** The host name under which a browser on this machine reaches the server. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function publicUrl(env: NodeJS.ProcessEnv, standard: string): string {
  const text = env.PLUMBLINE_URL || standard
  if (!/^https?:\/\//.test(text) || !URL.canParse(text) || new URL(text).search !== '')
    throw new StartupError(
      `PLUMBLINE_URL must be an address such as https://plumbline.example, not '${text}'.`,
    )
  return text.replace(/\/+$/, '')
}

function mailServer(env: NodeJS.ProcessEnv): Settings['mailServer'] {
  const text = env.SMTP_URL
  if (!text) return null
  // The text may hold a password, so the message must not repeat it.
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text))
    throw new StartupError('SMTP_URL must be an address such as smtp://user:password@host:587.')
  const from = env.PLUMBLINE_MAIL_FROM
  if (!from?.includes('@'))
    throw new StartupError(
      'PLUMBLINE_MAIL_FROM must be the address that mail comes from, when SMTP_URL is set.',
    )
  return { url: text, from }
}

/** Only the operator sets provider addresses: anyone else could make the server send requests anywhere. */
function marketData(env: NodeJS.ProcessEnv): Settings['marketData'] {
  const names = (env.PLUMBLINE_MARKET_DATA ?? '').split(',').map(name => name.trim())
  const wanted = names.filter(name => name !== '' && name !== noProviders)
  const unknown = wanted.find(name => !providerIds.some(id => id === name))
  if (unknown !== undefined)
    throw new StartupError(
      `PLUMBLINE_MARKET_DATA must be some of ${providerIds.join(',')}, not '${unknown}'.`,
    )
  const chosen = providerIds.filter(id => wanted.includes(id))
  return Object.fromEntries(chosen.map(id => [id, providerAddress(env, id, providerAddresses[id])]))
}

/** The word that keeps administrators from enabling providers. */
const noProviders = 'none'

function availableMarketData(env: NodeJS.ProcessEnv): Settings['availableMarketData'] {
  if ((env.PLUMBLINE_MARKET_DATA ?? '').trim() === noProviders) return {}
  return Object.fromEntries(providerIds.map(id => [id, providerAddress(env, id, providerAddresses[id])]))
}

/** Without a database server of its own, the installation keeps its inbox beside its database. */
function inboxFolder(env: NodeJS.ProcessEnv): string | null {
  const text = env.PLUMBLINE_INBOX
  if (text === undefined || text === '') return env.DATABASE_URL ? null : path.join(dataFolder(env), 'inbox')
  if (!path.isAbsolute(text)) throw new StartupError(`PLUMBLINE_INBOX must be a full path, not '${text}'.`)
  return path.resolve(text)
}

function dataFolder(env: NodeJS.ProcessEnv): string {
  return path.resolve(env.PLUMBLINE_DATA || path.join(repositoryRoot, 'data'))
}

function providerAddress(env: NodeJS.ProcessEnv, id: ProviderId, standard: string): string {
  return serviceAddress(env, `PLUMBLINE_${id.toUpperCase()}_URL`, standard)
}

function serviceAddress(env: NodeJS.ProcessEnv, name: string, standard: string): string {
  const text = env[name] || standard
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new StartupError(`${name} must be an address such as ${standard}.`)
  return text.replace(/\/+$/, '')
}

/** Metrics have their own port, because they reveal how much the server is used. */
function metricsServer(env: NodeJS.ProcessEnv): Settings['metrics'] {
  const port = wholeNumber(env, 'PLUMBLINE_METRICS_PORT', 0, 65535)
  if (port === 0) return null
  return {
    port,
    host: env.PLUMBLINE_METRICS_HOST || '127.0.0.1',
    token: env.PLUMBLINE_METRICS_TOKEN || null,
  }
}
