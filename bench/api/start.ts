/**
 * npm run bench:start: what the first visitor after a start waits for. A server of its own with the demo world is
 * started again and again; when it has been ready for a moment, somebody signs in and asks for what the first screens
 * show, all at once, and then for the same once more.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../reliability/running-server.ts'
import { calls } from './calls.ts'

const starts = 5
const momentMs = 4_000

async function page(server: RunningServer, access: string): Promise<number> {
  const from = performance.now()
  const ask = async ({ method, path: url, body = {} }: (typeof calls)[number]) => {
    const reply = await server.call(method, url, method === 'POST' ? body : undefined, access)
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
    await reply.arrayBuffer()
  }
  await Promise.all(calls.map(ask))
  return performance.now() - from
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
const environment = { PLUMBLINE_DATA: path.join(folder, 'data') }
try {
  const filled = await startServer(environment)
  await filled.signIn('investor')
  await filled.stop()
  const ready: number[] = []
  const first: number[] = []
  const again: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const from = performance.now()
    const server = await startServer(environment)
    ready.push(performance.now() - from)
    await sleep(momentMs)
    const access = await server.signIn('investor')
    first.push(await page(server, access))
    again.push(await page(server, access))
    await server.stop()
  }
  const tell = (values: number[]) =>
    `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
  console.log(
    `${cpus().length} cores, Node ${process.version}, ${starts} starts, ${calls.length} calls at once`,
  )
  console.table({
    'until it is ready': tell(ready),
    'the first page': tell(first),
    'the same again': tell(again),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
