import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { bareEnvironment, serverFile } from '../testing/bare-environment.ts'
import { makeTemporaryFolder } from '../testing/temporary-folder.ts'

interface Run {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

let folder: string
/** Creating a database takes longer than the tests, so most of them share this one. */
let sharedFolder: string
let runs: Run[]
const databaseCreation = { timeout: 300_000 }

beforeAll(() => {
  sharedFolder = makeTemporaryFolder('main-shared')
})
afterAll(() => rmSync(sharedFolder, { recursive: true, force: true }))
beforeEach(() => {
  folder = makeTemporaryFolder('main')
  runs = []
})
afterEach(async () => {
  for (const run of runs) run.child.kill('SIGTERM')
  await Promise.all(runs.map(run => run.ended))
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [serverFile()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...bareEnvironment(), PORT: '0', PLUMBLINE_DATA: path.join(folder, 'data'), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', bytes => {
      output += bytes
    })
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  const run = { child, output: () => output, ended }
  runs.push(run)
  return run
}

/** Waits for the address that the server prints when it is ready. */
async function ready(run: Run): Promise<string> {
  for (;;) {
    const address = /ready at (\S+)/.exec(run.output())?.[1]
    if (address) return address
    if (run.child.exitCode !== null) throw new Error(`it ended: ${run.output()}`)
    await sleep(20)
  }
}

/** Starts without the demo, on the shared data folder. */
const startEmpty = (env: Record<string, string> = {}) =>
  start({ PLUMBLINE_DEMO: '0', PLUMBLINE_DATA: path.join(sharedFolder, 'data'), ...env })

/** What the command prints that invites an administrator. */
async function invite(env: Record<string, string>): Promise<string> {
  const command = path.join(import.meta.dirname, '../commands/invite-admin.ts')
  const options = { env: { ...bareEnvironment(), ...env } }
  return promisify(execFile)(process.execPath, [command, 'ada@example.com'], options).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}

async function readyStatus(address: string): Promise<number> {
  return (await fetch(`${address}/readyz`)).status
}

async function signInStatus(address: string): Promise<number> {
  const reply = await fetch(`${address}/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'investor', password: 'plumbline-demo' }),
  })
  return reply.status
}

function occupyPort(): Promise<{ server: Server; port: number }> {
  return new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, port: (server.address() as { port: number }).port }),
    )
  })
}

/** The single line that a failed start prints: no stack, exit code 1. */
async function startError(run: Run): Promise<string> {
  expect(await run.ended).toBe(1)
  const lines = run.output().trim().split('\n')
  return lines.filter(line => !line.endsWith('…')).join('\n')
}

describe('the server', () => {
  it(
    'fills the demo world, disables its users without demo mode, and enables them again with it',
    databaseCreation,
    async () => {
      const run = start()
      const address = await ready(run)
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      expect(await signInStatus(address)).toBe(200)
      expect(run.output()).toContain('admin, adviser, investor, demo with the password plumbline-demo')
      run.child.kill('SIGINT')
      expect(await run.ended).toBe(0)

      const left = start({ PLUMBLINE_DEMO: '0' })
      expect(await signInStatus(await ready(left))).toBe(401)
      expect(left.output()).toContain('10 demo users are disabled')
      expect(left.output()).toMatch(/create the first administrator[^\n]*\n\nhttp\S+\/user-invitation\?uid=/)
      expect(left.output()).not.toContain('plumbline-demo')
      left.child.kill('SIGINT')
      expect(await left.ended).toBe(0)

      const resumed = start()
      expect(await signInStatus(await ready(resumed))).toBe(200)
      expect(resumed.output()).toContain('This installation is a demo again')
    },
  )

  it('starts without the demo on a network address', async () => {
    const run = startEmpty({ HOST: '0.0.0.0', PLUMBLINE_DEMO: '' })
    const address = await ready(run)
    expect(await signInStatus(address.replace('0.0.0.0', '127.0.0.1'))).toBe(401)
    expect(run.output()).not.toContain('plumbline-demo')
    expect(run.output()).toContain('Set PLUMBLINE_URL')
  })

  it('rejects demo mode on a network address before it creates the data folder', async () => {
    const line = await startError(start({ HOST: '0.0.0.0', PLUMBLINE_DEMO: '1' }))
    expect(line).toMatch(/^PLUMBLINE_DEMO=1 works only with .+ and here HOST is 0\.0\.0\.0\.$/)
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  it('rejects an https address without a proxy, where all clients would share one rate limit', async () => {
    const line = await startError(start({ PLUMBLINE_URL: 'https://money.example' }))
    expect(line).toMatch(/^PLUMBLINE_URL begins with https, .+ set PLUMBLINE_PROXIES/)
  })

  it('starts again after a kill that left PostgreSQL running', databaseCreation, async () => {
    const first = startEmpty()
    await ready(first)
    first.child.kill('SIGKILL')
    await first.ended
    expect(await readyStatus(await ready(startEmpty()))).toBe(200)
  })

  it('restarts PostgreSQL when it dies', async () => {
    const run = startEmpty()
    const address = await ready(run)
    const { postmasterPid } = await import('../platform/db/embedded/postmaster.ts')
    process.kill(postmasterPid({ cluster: path.join(sharedFolder, 'data/postgres') }) ?? 0, 'SIGKILL')
    let status = 0
    // A last request may succeed before the failure is noticed.
    const isBack = () => status === 200 && run.output().includes('PostgreSQL died; starting it again.')
    for (let tries = 0; !isBack() && tries < 200; tries++) {
      status = await readyStatus(address)
      expect([200, 503]).toContain(status)
      await sleep(50)
    }
    expect(isBack(), run.output()).toBe(true)
  })

  it('keeps replying but is not ready while it drains after SIGTERM', async () => {
    const run = startEmpty({ PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: '60' })
    const address = await ready(run)
    run.child.kill('SIGTERM')
    await expect.poll(() => readyStatus(address)).toBe(503)
    const reply = await fetch(`${address}/healthz`)
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  it('ends with the process that started it', async () => {
    const run = startEmpty()
    await ready(run)
    run.child.disconnect()
    expect(await run.ended).toBe(0)
  })

  it('reports that another server uses the data folder', async () => {
    const first = startEmpty()
    await ready(first)
    const line = await startError(startEmpty())
    expect(line).toMatch(/^Another Plumbline \(process \d+\) already uses the data folder .+data\.$/)
  })

  it('reports that the port is taken before it creates the data folder', async () => {
    const { server, port } = await occupyPort()
    const line = await startError(start({ PORT: String(port) }))
    server.close()
    expect(line).toBe(`Port ${port} on 127.0.0.1 is taken. Set PORT to another one.`)
  })

  it('reports a data folder that cannot be written', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const line = await startError(start({ PLUMBLINE_DATA: path.join(folder, 'file/data') }))
    expect(line).toMatch(/^The data folder .+ cannot be written \(ENOTDIR\)\./)
  })

  it('reports an unreachable database without its password', async () => {
    const line = await startError(start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/money' }))
    expect(line).toBe('Cannot reach the database at 127.0.0.1:1/money (ECONNREFUSED).')
  })

  it('names the invalid setting', async () => {
    expect(await startError(start({ PORT: 'http' }))).toBe(
      "PORT must be a whole number from 0 to 65535, not 'http'.",
    )
  })

  it('has no users without the demo and prints a link that creates the first', async () => {
    const run = startEmpty()
    const address = await ready(run)
    expect(await signInStatus(address)).toBe(401)
    const link = await vi.waitFor(() => new URL(/http\S+\/user-invitation\S+/.exec(run.output())?.[0] ?? ''))
    const reply = await fetch(`${address}/auth/invitation/check/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(link.searchParams)),
    })
    expect(await reply.json()).toMatchObject({ data: { email: null, family: null } })
  })

  it('is named by the links of a command beside it, which knows its data folder only', async () => {
    const run = startEmpty({ PLUMBLINE_URL: 'http://plumbline.example:4321' })
    await ready(run)
    const invited = await invite({ PLUMBLINE_DATA: path.join(sharedFolder, 'data') })
    expect(invited).toMatch(/works once[^\n]*\n\nhttp:\/\/plumbline\.example:4321\/user-invitation\?uid=/)
    const elsewhere = path.join(folder, 'elsewhere')
    expect(await invite({ PLUMBLINE_DATA: elsewhere })).toContain('There is no installation in')
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('runs twice on an external PostgreSQL server', async () => {
    const { createTestDatabase } = await import('../testing/test-database.ts')
    const test = await createTestDatabase({ migrated: false })
    const { host, user } = inject('postgres')
    const url = `postgres:///${test.target.config.database}?user=${user}&host=${encodeURIComponent(String(host))}`
    const [first, second] = [startEmpty({ DATABASE_URL: url }), startEmpty({ DATABASE_URL: url })]
    expect(await readyStatus(await ready(first))).toBe(200)
    expect(await readyStatus(await ready(second))).toBe(200)
    for (const run of [first, second]) run.child.kill('SIGTERM')
    await Promise.all([first.ended, second.ended])
    await test.drop()
  })
})
