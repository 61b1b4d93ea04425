/**
 * npm run check:kill-import: kills the server repeatedly while it posts an import. After each kill the ledger holds all
 * of the import or none of it. The interrupted import is stopped, retried, and posted exactly once. After every tenth
 * kill nothing is stopped by hand: the next server resumes the work within a minute.
 *
 *     KILLS=50 ROWS=20000 SEED=1 npm run check:kill-import
 *     PLANT=1 npm run check:kill-import     sends only half of the rows: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '../apps/api/src/commands/server-caller.ts'
import { createRandom, freePort, type RunningServer, startServer } from './running-server.ts'
import { makeStatement } from './statement.ts'

const kills = Number(process.env.KILLS ?? 50)
const rowsCount = Number(process.env.ROWS ?? 20_000)
const seed = Number(process.env.SEED ?? 1)
const plant = process.env.PLANT === '1'
const timeoutMs = 180_000
/** A job without progress for this long counts as dead. */
const stalledMs = 5_000
/** Time for a live server to notice an abandoned job and to finish it. */
const resumeWithinMs = 60_000

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-import-'))
const port = await freePort()
const start = () => startServer({ PLUMBLINE_DATA: path.join(folder, 'data') }, port)
const random = createRandom(seed)
const statement = Buffer.from(makeStatement(rowsCount))
const failures: string[] = []
const tokens: { access: string; at: number }[] = []
/** Counts kills before and after the commit. */
const killed = { before: 0, after: 0 }

let server = await start()
const postingMs = await measureImport()
for (let kill = 1; kill <= kills; kill += 1) {
  const account = await openAccount(`Kill ${kill}`)
  const id = await startImport(account, plant ? takeHalf(statement) : statement)
  // Anywhere between the first row and a little after the last.
  await sleep(random() * postingMs * 1.1)
  await server.stop('SIGKILL')
  server = await start()
  const found = await countPosted(account)
  killed[found === 0 ? 'before' : 'after'] += 1
  if (found !== 0 && found !== rowsCount)
    failures.push(`kill ${kill}: ${found} of ${rowsCount} rows are in the ledger`)
  await waitForImport(id, kill % 10 === 1)
  const last = await countPosted(account)
  if (last !== rowsCount)
    failures.push(`kill ${kill}: ${last} of ${rowsCount} rows are in the ledger after the retry`)
  // Keep the family at its size, so that all rounds are comparable.
  await request('DELETE', `/api/accounts/${account}/`, { name: `Kill ${kill}` })
  console.log(
    `${kill} kills, ${killed.before} before and ${killed.after} after the commit, ${failures.length} failed`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.error(failure)
console.log(`seed ${seed}, ${rowsCount} rows, posted in ${postingMs} ms without a kill`)
const failedKills = new Set(failures.map(words => words.split(':')[0])).size
console.log(`${kills - failedKills} passed, ${failedKills} failed`)
process.exitCode = failures.length > 0 || kills === 0 ? 1 : 0

/** Tokens expire during the check, so each call signs in again when necessary. */
async function request<T>(method: string, address: string, body?: object | Uint8Array): Promise<T> {
  const call = createCaller(server.base, await signInAs(server))
  const reply = await call(method, address, body)
  // 503 means that nothing was done.
  if (reply.status === 503) {
    await sleep(1000)
    return request(method, address, body)
  }
  if (reply.status >= 300)
    throw new Error(`${method} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return (reply.body as { data: T } | null)?.data as T
}

async function signInAs(from: RunningServer): Promise<string> {
  const known = tokens.at(-1)
  if (known && Date.now() - known.at < 120_000) return known.access
  const access = await from.signIn('investor')
  tokens.push({ access, at: Date.now() })
  return access
}

async function openAccount(name: string): Promise<string> {
  return (await request<{ id: string }>('POST', '/api/accounts/', { name, currency: 'CHF' })).id
}

/** Uploads a file into an account and applies it. */
async function startImport(account: string, bytes: Uint8Array): Promise<string> {
  const { id } = await request<{ id: string }>('POST', '/api/imports/')
  const file = await request<{ id: string }>('POST', `/api/imports/${id}/files/?name=kill.csv`, bytes)
  await request('PATCH', `/api/imports/${id}/files/${file.id}/`, { account })
  await request('POST', `/api/imports/${id}/apply/`)
  return id
}

function takeHalf(bytes: Buffer): Buffer {
  const lines = bytes.toString().split('\r\n')
  return Buffer.from(`${lines.slice(0, 1 + rowsCount / 2).join('\r\n')}\r\n`)
}

async function measureImport(): Promise<number> {
  const id = await startImport(await openAccount('No kill'), statement)
  const began = Date.now()
  await waitForImport(id)
  return Date.now() - began
}

async function countPosted(account: string): Promise<number> {
  const accounts = await request<{ id: string; transactions_count: number }[]>(
    'POST',
    '/api/accounts/list/?limit=1000',
    {},
  )
  return accounts.find(({ id }) => id === account)?.transactions_count ?? -1
}

/** Waits for an import; an interrupted one is stopped and retried by its owner, or resumed by the next server. */
async function waitForImport(id: string, isResumedByServer = false): Promise<void> {
  const deadline = Date.now() + (isResumedByServer ? resumeWithinMs + 2 * postingMs : timeoutMs)
  let progress: number | null = null
  let stalledSince = Date.now()
  while (Date.now() < deadline) {
    const { status, job_id: job } = await request<{ status: string; job_id: string }>(
      'GET',
      `/api/imports/${id}/`,
    )
    if (status === 'applied') return
    const now = await request<{ progress: number | null }>('GET', `/api/jobs/${job}/`)
    if (now.progress !== progress) stalledSince = Date.now()
    progress = now.progress
    if (status === 'failed' && !isResumedByServer) await request('POST', `/api/imports/${id}/apply/`)
    else if (!isResumedByServer && Date.now() - stalledSince > stalledMs) {
      await request('POST', `/api/jobs/${job}/cancel/`)
      // Reading the list detects that the job has stopped.
      await request('GET', '/api/imports/?limit=1')
      stalledSince = Date.now()
    }
    await sleep(300)
  }
  failures.push(`import ${id} did not finish`)
}
