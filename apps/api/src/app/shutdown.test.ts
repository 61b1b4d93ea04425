import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bareEnvironment, serverFile } from '../testing/bare-environment.ts'
import { makeTemporaryFolder } from '../testing/temporary-folder.ts'

let folder: string
const servers: ChildProcess[] = []
const slow = { timeout: 300_000 }

beforeAll(() => {
  folder = makeTemporaryFolder('shutdown')
})
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the real server on the data folder and returns its address. */
async function start(): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [serverFile()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...bareEnvironment(), PORT: '0', PLUMBLINE_DATA: path.join(folder, 'data') },
  })
  servers.push(server)
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', bytes => {
      output += bytes
    })
  for (;;) {
    const address = /ready at (\S+)/.exec(output)?.[1]
    if (address) return { server, address }
    if (server.exitCode !== null) throw new Error(`it ended: ${output}`)
    await sleep(20)
  }
}

async function signIn(address: string) {
  const login = await fetch(`${address}/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'investor', password: 'plumbline-demo' }),
  })
  const { access } = (await login.json()) as { access: string }
  return async <Data>(method: string, url: string, body?: object): Promise<Data> => {
    const reply = await fetch(address + url, {
      method,
      headers: { authorization: `Bearer ${access}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return ((await reply.json()) as { data: Data }).data
  }
}

/** Processes that name the data folder in their command line, such as PostgreSQL. */
function processesOf(data: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^[0-9]+$/.test(name))
    .flatMap(name => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        return command.includes(data) ? [command] : []
      } catch {
        return []
      }
    })
}

describe.runIf(existsSync('/proc/self/cmdline'))('SIGTERM while reports are made', () => {
  it('leaves nothing running, and every report is made by the next server', slow, async () => {
    const first = await start()
    const call = await signIn(first.address)
    const fields = { name: 'Year', report_type: 'statement', calculated_currency: 'CHF' }
    const report = await call<{ id: string }>('POST', '/api/reports/', fields)
    const orders = Array.from({ length: 8 }, () =>
      call('POST', `/api/reports/${report.id}/pdf/`, { format: 'pdf' }).catch(() => null),
    )
    const statuses = async (ask: typeof call): Promise<string[]> =>
      (await ask<{ status: string }[]>('GET', '/api/jobs/?limit=50')).map(({ status }) => status)
    await vi.waitFor(async () => expect(await statuses(call)).toContain('running'), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await statuses(call)).toHaveLength(8), { timeout: 60_000 })

    const stopped = performance.now()
    first.server.kill('SIGTERM')
    const code = await new Promise(resolve => first.server.once('exit', resolve))
    expect(code).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(20_000)
    await Promise.all(orders)
    const data = path.join(folder, 'data')
    expect(processesOf(data)).toEqual([])
    expect(existsSync(path.join(data, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await start()
    const again = await signIn(second.address)
    await vi.waitFor(async () => expect(await statuses(again)).toEqual(Array(8).fill('done')), {
      timeout: 200_000,
      interval: 500,
    })
    second.server.kill('SIGTERM')
    await new Promise(resolve => second.server.once('exit', resolve))
    expect(processesOf(data)).toEqual([])
  })
})
