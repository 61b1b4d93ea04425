import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode, StartupError } from '../../errors/startup-error.ts'
import type { ServerAccount } from './server-account.ts'

/** The folders and the account of one embedded server. */
export interface Site {
  account: ServerAccount
  binaries: string
  cluster: string
  socketFolder: string
  logFile: string
  /** False for test databases, which need not survive a crash. */
  durable: boolean
}

const maxLogBytes = 10_000_000
const stopTimeoutMs = 15_000
const startTimeoutMs = 60_000

export interface Program {
  child: ChildProcess
  ended: Promise<number | null>
}

/** Runs one of PostgreSQL's programs as the site's account, writing to the site's log. */
export function run(site: Site, program: 'initdb' | 'postgres', args: string[]): Program {
  const file = path.join(site.binaries, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
  const [command, commandArgs] =
    site.account.kind === 'namespace' ? ['unshare', ['-U', file, ...args]] : [file, args]
  const log = openSync(site.logFile, 'a', 0o600)
  const child = spawn(command, commandArgs, {
    ...(site.account.kind === 'nobody' ? { uid: site.account.uid, gid: site.account.gid } : {}),
    // Every account can enter the root folder; PostgreSQL changes to its own.
    cwd: path.parse(site.cluster).root,
    // Its own process group, or Ctrl-C would stop PostgreSQL before the server has shut down.
    detached: true,
    // A file instead of a pipe: PostgreSQL must not fail on a broken pipe if Plumbline dies first.
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(log)
  const ended = new Promise<number | null>(resolve => {
    child.once('error', () => resolve(-1))
    child.once('exit', code => resolve(code))
  })
  return { child, ended }
}

/**
 * Settings of a test server. Autovacuum is off because it would block dropping databases; concurrent tests need more
 * connections.
 */
const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

/** Starts the postmaster and waits until it accepts connections. */
export async function startPostmaster(site: Site): Promise<Program> {
  rotateLog(site.logFile)
  const args = ['-D', site.cluster, '-k', site.socketFolder]
  const options: Record<string, string> = {
    listen_addresses: '',
    max_connections: '80',
    shared_buffers: '128MB',
    jit: 'off',
    log_min_messages: 'warning',
    // The details of an error quote values, such as an e-mail address that exists already.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(site.durable ? {} : testSettings),
  }
  for (const [name, value] of Object.entries(options)) args.push('-c', `${name}=${value}`)

  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const program = run(site, 'postgres', args)
    if (await waitUntilReady(site, program, deadline)) return program
    // After a kill, child processes of the old postmaster may briefly hold its shared memory.
    if (performance.now() > deadline)
      throw new StartupError(`PostgreSQL does not start. Its log is ${site.logFile}.`)
    const code = await Promise.race([program.ended, sleep(0, 'running' as const)])
    if (code === 'running') await stopPostmaster(site)
    else if (!hasLeftoverProcesses(site))
      throw new StartupError(`PostgreSQL does not start. Its log is ${site.logFile}.`)
    await sleep(250)
  }
}

/** Stops the postmaster of this site, whether a child of this process or an orphan of a killed one. */
export async function stopPostmaster(site: Site): Promise<void> {
  const pid = postmasterPid(site)
  if (pid === null) return
  const deadline = performance.now() + stopTimeoutMs
  // SIGINT is PostgreSQL's 'fast' shutdown: roll back, flush, exit.
  send(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (performance.now() > deadline) send(pid, 'SIGQUIT')
    await sleep(20)
  }
}

/** The process id of the running postmaster, or null; a stale pid file is ignored. */
export function postmasterPid(site: Pick<Site, 'cluster'>): number | null {
  const file = path.join(site.cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && isPostgres(pid) ? pid : null
}

export function superuserConfig(site: Pick<Site, 'socketFolder'>): pg.ClientConfig {
  return { host: site.socketFolder, user: 'postgres', database: 'postgres' }
}

async function waitUntilReady(site: Site, program: Program, deadline: number): Promise<boolean> {
  let running = true
  void program.ended.then(() => {
    running = false
  })
  while (running && performance.now() < deadline) {
    const client = new pg.Client(superuserConfig(site))
    try {
      await client.connect()
      await client.end()
      return running
    } catch {
      await client.end().catch(() => undefined)
      await sleep(15)
    }
  }
  return false
}

function hasLeftoverProcesses(site: Site): boolean {
  const tail = readFileSync(site.logFile, 'utf8').slice(-2000)
  return /shared memory block|lock file .* already exists|is still in use/.test(tail)
}

function rotateLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < maxLogBytes) return
  rmSync(`${file}.1`, { force: true })
  renameSync(file, `${file}.1`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Process ids are reused: after a reboot the one in the file may belong to another program. */
function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('postgres')
}
