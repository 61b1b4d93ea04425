import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { makeTemporaryFolder } from '../testing/temporary-folder.ts'

let folder: string
/** Creating a database takes longer than the tests, so those without the demo share this one. */
let sharedFolder: string
let servers: ServerProcess[]
const databaseCreation = { timeout: 300_000 }

beforeAll(() => {
  sharedFolder = makeTemporaryFolder('main-shared')
})
afterAll(() => rmSync(sharedFolder, { recursive: true, force: true }))
beforeEach(() => {
  folder = makeTemporaryFolder('main')
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map(server => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ PLUMBLINE_DATA: path.join(folder, 'data'), ...env })
  servers.push(server)
  return server
}

const emptyEnvironment = () => ({ PLUMBLINE_DEMO: '0', PLUMBLINE_DATA: path.join(sharedFolder, 'data') })

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
async function startError(run: ServerProcess): Promise<string> {
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
      const address = await run.ready()
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
      expect(await signInStatus(address)).toBe(200)
      expect(run.output()).toContain('admin, adviser, investor, demo with the password plumbline-demo')
      run.child.kill('SIGINT')
      expect(await run.ended).toBe(0)

      const left = start({ PLUMBLINE_DEMO: '0' })
      expect(await signInStatus(await left.ready())).toBe(401)
      expect(left.output()).toContain('10 demo users are disabled')
      expect(left.output()).toMatch(/create the first administrator[^\n]*\n\nhttp\S+\/user-invitation\?uid=/)
      expect(left.output()).not.toContain('plumbline-demo')
      left.child.kill('SIGINT')
      expect(await left.ended).toBe(0)

      const resumed = start()
      expect(await signInStatus(await resumed.ready())).toBe(200)
      expect(resumed.output()).toContain('This installation is a demo again')
    },
  )

  it('rejects demo mode on a network address before it creates the data folder', async () => {
    const line = await startError(start({ HOST: '0.0.0.0', PLUMBLINE_DEMO: '1' }))
    expect(line).toMatch(/^PLUMBLINE_DEMO=1 works only with .+ and here HOST is 0\.0\.0\.0\.$/)
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  it('rejects an https address without a proxy, where all clients would share one rate limit', async () => {
    const line = await startError(start({ PLUMBLINE_URL: 'https://money.example' }))
    expect(line).toMatch(/^PLUMBLINE_URL begins with https, .+ set PLUMBLINE_PROXIES/)
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

  it('runs twice on an external PostgreSQL server', async () => {
    const { createTestDatabase } = await import('../testing/test-database.ts')
    const test = await createTestDatabase({ migrated: false })
    const { host, user } = inject('postgres')
    const url = `postgres:///${test.target.config.database}?user=${user}&host=${encodeURIComponent(String(host))}`
    const both = [0, 1].map(() => start({ ...emptyEnvironment(), DATABASE_URL: url }))
    for (const server of both) expect(await readyStatus(await server.ready())).toBe(200)
    await Promise.all(both.map(server => server.stop()))
    await test.drop()
  })
})

describe('a server without the demo, on a network address', () => {
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    server = startServerProcess({ ...emptyEnvironment(), PLUMBLINE_DEMO: '', HOST: '0.0.0.0' })
    address = (await server.ready()).replace('0.0.0.0', '127.0.0.1')
  }, databaseCreation.timeout)
  afterAll(() => server.stop())

  it('has no demo users and asks for its address', async () => {
    expect(await signInStatus(address)).toBe(401)
    expect(server.output()).not.toContain('plumbline-demo')
    expect(server.output()).toContain('Set PLUMBLINE_URL')
  })

  it('prints a link that creates the first administrator', async () => {
    const link = await vi.waitFor(
      () => new URL(/http\S+\/user-invitation\S+/.exec(server.output())?.[0] ?? ''),
    )
    const reply = await fetch(`${address}/auth/invitation/check/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(link.searchParams)),
    })
    expect(await reply.json()).toMatchObject({ data: { email: null, family: null } })
  })

  it('keeps its data folder to itself', async () => {
    const line = await startError(start(emptyEnvironment()))
    expect(line).toMatch(/^Another Plumbline \(process \d+\) already uses the data folder .+data\.$/)
  })

  it('ends with the process that started it', async () => {
    server.child.disconnect()
    expect(await server.ended).toBe(0)
  })
})

describe('a server with an address and a drain', () => {
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    server = startServerProcess({
      ...emptyEnvironment(),
      PLUMBLINE_URL: 'http://plumbline.example:4321',
      PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: '60',
    })
    address = await server.ready()
  }, databaseCreation.timeout)
  // The first signal begins the drain, the second ends it.
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.stop()
  })

  it('is named by the links of a command beside it, which knows its data folder only', async () => {
    const invited = await invite({ PLUMBLINE_DATA: path.join(sharedFolder, 'data') })
    expect(invited).toMatch(/works once[^\n]*\n\nhttp:\/\/plumbline\.example:4321\/user-invitation\?uid=/)
    const elsewhere = path.join(folder, 'elsewhere')
    expect(await invite({ PLUMBLINE_DATA: elsewhere })).toContain('There is no installation in')
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('keeps replying but is not ready while it drains after SIGTERM', async () => {
    server.child.kill('SIGTERM')
    await expect.poll(() => readyStatus(address)).toBe(503)
    const reply = await fetch(`${address}/healthz`)
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
