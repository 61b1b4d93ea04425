/**
 * npm run bench:start: how long the first visitor after a start waits, with the demo and with preset L. Restarts a
 * separate server repeatedly; shortly after it is ready, a user sends all calls of the first screens at once, twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import type { Person } from '../../reliability/load/fill.ts'
import { openLoadSite } from '../../reliability/load/site.ts'
import { databaseUrl, type RunningServer, startServer } from '../../reliability/running-server.ts'
import { PRESETS } from '../engine/portfolio.ts'
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

interface Measurable {
  environment: Record<string, string>
  signIn(server: RunningServer): Promise<string>
}

async function measureStarts(name: string, { environment, signIn }: Measurable): Promise<void> {
  const ready: number[] = []
  const first: number[] = []
  const second: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const from = performance.now()
    const server = await startServer(environment)
    ready.push(performance.now() - from)
    await sleep(pauseMs)
    const access = await signIn(server)
    first.push(await loadPage(server, access))
    second.push(await loadPage(server, access))
    await server.stop()
  }
  const print = (values: number[]) =>
    `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
  console.log(name)
  console.table({ ready: print(ready), 'first page': print(first), 'the same page again': print(second) })
}

async function measureDemo(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
  const environment = { PLUMBLINE_DATA: path.join(folder, 'data') }
  const signIn = (server: RunningServer) => server.signIn('investor')
  try {
    const prepared = await startServer(environment)
    await signIn(prepared)
    await prepared.stop()
    await measureStarts('demo', { environment, signIn })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One user with as many transactions as preset L. */
async function measureLarge(): Promise<void> {
  const { transactions, days } = PRESETS.L
  const site = await openLoadSite({ families: 1, users: 1, transactions, days }, 1)
  try {
    for (const server of site.servers) await server.stop()
    const { userId, signInId } = site.people[0] as Person
    await measureStarts('preset L', {
      environment: { DATABASE_URL: databaseUrl(site.config) },
      signIn: () => signAccessToken(site.key, userId, signInId, new Date()),
    })
  } finally {
    await site.close()
  }
}

console.log(
  `${cpus().length} cores, Node ${process.version}, ${starts} starts, ${calls.length} calls at once`,
)
await measureDemo()
await measureLarge()
