/**
 * npm run bench:start: how long the first visitor after a start waits. Restarts a separate server with demo data
 * repeatedly; shortly after it is ready, a user signs in and sends all calls of the first screens at once, twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../reliability/running-server.ts'
import { calls } from './calls.ts'

const starts = 5
const pauseMs = 4_000

async function loadPage(server: RunningServer, access: string): Promise<number> {
  const from = performance.now()
  const send = async ({ method, path: url, body = {} }: (typeof calls)[number]) => {
    const reply = await server.call(method, url, method === 'POST' ? body : undefined, access)
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
    await reply.arrayBuffer()
  }
  await Promise.all(calls.map(send))
  return performance.now() - from
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
const environment = { PLUMBLINE_DATA: path.join(folder, 'data') }
try {
  const prepared = await startServer(environment)
  await prepared.signIn('investor')
  await prepared.stop()
  const ready: number[] = []
  const first: number[] = []
  const second: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const from = performance.now()
    const server = await startServer(environment)
    ready.push(performance.now() - from)
    await sleep(pauseMs)
    const access = await server.signIn('investor')
    first.push(await loadPage(server, access))
    second.push(await loadPage(server, access))
    await server.stop()
  }
  const print = (values: number[]) =>
    `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
  console.log(
    `${cpus().length} cores, Node ${process.version}, ${starts} starts, ${calls.length} calls at once`,
  )
  console.table({
    ready: print(ready),
    'first page': print(first),
    'the same page again': print(second),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
