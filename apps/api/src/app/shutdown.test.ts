import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { makeTemporaryFolder } from '../testing/temporary-folder.ts'

let folder: string
const servers: ServerProcess[] = []
const slow = { timeout: 300_000 }

beforeAll(() => {
  folder = makeTemporaryFolder('shutdown')
})
afterAll(async () => {
  for (const server of servers) server.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = (): ServerProcess => {
  const server = startServerProcess({ PLUMBLINE_DATA: path.join(folder, 'data') })
  servers.push(server)
  return server
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
    const first = start()
    const call = await signIn(await first.ready())
    const fields = { name: 'Year', report_type: 'statement', calculated_currency: 'CHF' }
    const report = await call<{ id: string }>('POST', '/api/reports/', fields)
    const orders = Array.from({ length: 4 }, () =>
      call('POST', `/api/reports/${report.id}/pdf/`, { format: 'pdf' }).catch(() => null),
    )
    const statuses = async (ask: typeof call): Promise<string[]> =>
      (await ask<{ status: string }[]>('GET', '/api/jobs/?limit=50')).map(({ status }) => status)
    await vi.waitFor(async () => expect(await statuses(call)).toContain('running'), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await statuses(call)).toHaveLength(4), { timeout: 60_000 })

    const stopped = performance.now()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(20_000)
    await Promise.all(orders)
    const data = path.join(folder, 'data')
    expect(processesOf(data)).toEqual([])
    expect(existsSync(path.join(data, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = start()
    const again = await signIn(await second.ready())
    await vi.waitFor(async () => expect(await statuses(again)).toEqual(Array(4).fill('done')), {
      timeout: 200_000,
      interval: 500,
    })
    await second.stop()
    expect(processesOf(data)).toEqual([])
  })
})
