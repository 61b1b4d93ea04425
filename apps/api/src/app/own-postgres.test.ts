import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postmasterPid } from '../platform/db/embedded/postmaster.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { makeTemporaryFolder } from '../testing/temporary-folder.ts'

let folder: string
let server: ServerProcess
const timeout = 300_000

const start = () => {
  server = startServerProcess({ PLUMBLINE_DEMO: '0', PLUMBLINE_DATA: path.join(folder, 'data') })
  return server.ready()
}
const readyStatus = async (address: string) => (await fetch(`${address}/readyz`)).status

let address: string
beforeAll(async () => {
  folder = makeTemporaryFolder('own-postgres')
  address = await start()
}, timeout)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a server with its own PostgreSQL', { timeout }, () => {
  it('restarts PostgreSQL when it dies', async () => {
    process.kill(postmasterPid({ cluster: path.join(folder, 'data/postgres') }) ?? 0, 'SIGKILL')
    let status = 0
    // A last request may succeed before the failure is noticed.
    const isBack = () => status === 200 && server.output().includes('PostgreSQL died; starting it again.')
    for (let tries = 0; !isBack() && tries < 200; tries++) {
      status = await readyStatus(address)
      expect([200, 503]).toContain(status)
      await sleep(50)
    }
    expect(isBack(), server.output()).toBe(true)
  })

  it('starts again after a kill that left PostgreSQL running', async () => {
    server.child.kill('SIGKILL')
    await server.ended
    address = await start()
    expect(await readyStatus(address)).toBe(200)
  })
})
