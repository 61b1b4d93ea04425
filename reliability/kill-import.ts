/**
 * npm run check:kill-import: kills the server without warning while it snapshots an import, again and again. After each
 * kill the ledger has all of the import or nothing of it; what was interrupted is stopped, tried again, and is there
 * exactly once. After every tenth kill nobody stops anything: the next server takes the work up by itself, within a
 * minute.
 *
 *     KILLS=50 ROWS=20000 SEED=1 npm run check:kill-import
 *     PLANT=1 npm run check:kill-import     sends only half of the rows: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf } from '../apps/api/src/commands/server-caller.ts'
import { freePort, type RunningServer, randomOf, startServer } from './running-server.ts'
import { statementOf } from './statement.ts'

const kills = Number(process.env.KILLS ?? 50)
const rowsCount = Number(process.env.ROWS ?? 20_000)
const seed = Number(process.env.SEED ?? 1)
const plant = process.env.PLANT === '1'
const patienceMs = 180_000
/** Work that has not moved for so long is taken for dead. */
const stillMs = 5_000
/** A server that lives takes up what another one left, and has then to do it. */
const takenUpMs = 60_000

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-import-'))
const port = await freePort()
const start = () => startServer({ PLUMBLINE_DATA: path.join(folder, 'data') }, port)
const random = randomOf(seed)
const statement = Buffer.from(statementOf(rowsCount))
const failures: string[] = []
const tokens: { access: string; at: number }[] = []
/** How kills met the work: before anything was posted, or after all of it was. */
const met = { before: 0, after: 0 }

let server = await start()
const postingMs = await howLongItTakes()
for (let kill = 1; kill <= kills; kill += 1) {
  const account = await openAccount(`Kill ${kill}`)
  const id = await begin(account, plant ? half(statement) : statement)
  // Anywhere between the first row and a little after the last.
  await sleep(random() * postingMs * 1.1)
  await server.stop('SIGKILL')
  server = await start()
  const found = await posted(account)
  met[found === 0 ? 'before' : 'after'] += 1
  if (found !== 0 && found !== rowsCount)
    failures.push(`kill ${kill}: ${found} of ${rowsCount} rows are in the ledger`)
  await finish(id, kill % 10 === 1)
  const last = await posted(account)
  if (last !== rowsCount) failures.push(`kill ${kill}: tried again, ${last} of ${rowsCount} rows are there`)
  // The family stays as large as it was, so that one kill is like another.
  await ask('DELETE', `/api/accounts/${account}/`, { name: `Kill ${kill}` })
  console.log(
    `${kill} kills, ${met.before} before and ${met.after} after the transaction, ${failures.length} failed`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.error(failure)
console.log(`seed ${seed}, ${rowsCount} rows, booked in ${postingMs} ms when nobody kills`)
const failedKills = new Set(failures.map(words => words.split(':')[0])).size
console.log(`${kills - failedKills} passed, ${failedKills} failed`)
process.exitCode = failures.length > 0 || kills === 0 ? 1 : 0

/** A token lives for minutes, the whole check longer: every call signs in anew where it must. */
async function ask<T>(method: string, address: string, body?: object | Uint8Array): Promise<T> {
  const call = callerOf(server.base, await accessOf(server))
  const reply = await call(method, address, body)
  // A server that is busy says so and has done nothing.
  if (reply.status === 503) {
    await sleep(1000)
    return ask(method, address, body)
  }
  if (reply.status >= 300)
    throw new Error(`${method} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return (reply.body as { data: T } | null)?.data as T
}

async function accessOf(from: RunningServer): Promise<string> {
  const known = tokens.at(-1)
  if (known && Date.now() - known.at < 120_000) return known.access
  const access = await from.signIn('investor')
  tokens.push({ access, at: Date.now() })
  return access
}

async function openAccount(name: string): Promise<string> {
  return (await ask<{ id: string }>('POST', '/api/accounts/', { name, currency: 'CHF' })).id
}

/** Uploads a file into an account and has it posted. */
async function begin(account: string, bytes: Uint8Array): Promise<string> {
  const { id } = await ask<{ id: string }>('POST', '/api/imports/')
  const file = await ask<{ id: string }>('POST', `/api/imports/${id}/files/?name=kill.csv`, bytes)
  await ask('PATCH', `/api/imports/${id}/files/${file.id}/`, { account })
  await ask('POST', `/api/imports/${id}/apply/`)
  return id
}

function half(bytes: Buffer): Buffer {
  const lines = bytes.toString().split('\r\n')
  return Buffer.from(`${lines.slice(0, 1 + rowsCount / 2).join('\r\n')}\r\n`)
}

async function howLongItTakes(): Promise<number> {
  const id = await begin(await openAccount('Nobody kills'), statement)
  const began = Date.now()
  await finish(id)
  return Date.now() - began
}

async function posted(account: string): Promise<number> {
  const accounts = await ask<{ id: string; transactions_count: number }[]>(
    'POST',
    '/api/accounts/list/?limit=1000',
    {},
  )
  return accounts.find(({ id }) => id === account)?.transactions_count ?? -1
}

/** Waits for an import; one whose server is gone is stopped by its owner and tried again, or recovers by itself. */
async function finish(id: string, byItself = false): Promise<void> {
  const deadline = Date.now() + (byItself ? takenUpMs + 2 * postingMs : patienceMs)
  let progress: number | null = null
  let stillSince = Date.now()
  while (Date.now() < deadline) {
    const { status, job_id: job } = await ask<{ status: string; job_id: string }>(
      'GET',
      `/api/imports/${id}/`,
    )
    if (status === 'applied') return
    const now = await ask<{ progress: number | null }>('GET', `/api/jobs/${job}/`)
    if (now.progress !== progress) stillSince = Date.now()
    progress = now.progress
    if (status === 'failed' && !byItself) await ask('POST', `/api/imports/${id}/apply/`)
    else if (!byItself && Date.now() - stillSince > stillMs) {
      await ask('POST', `/api/jobs/${job}/cancel/`)
      // Looking at the list is what tells that the work has stopped.
      await ask('GET', '/api/imports/?limit=1')
      stillSince = Date.now()
    }
    await sleep(300)
  }
  failures.push(`import ${id} did not end`)
}
