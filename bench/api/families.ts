/**
 * npm run bench:families: figures over all families of an installation at once, and the list of clients, after a new
 * transaction in one of them and after price updates. Each family has 5,000 transactions; server and PostgreSQL are separate.
 * States the time until the reply and the CPU time of the server, of which a busy machine changes the first more.
 *
 *     FAMILIES=200 npm run bench:families
 */
import { cpus } from 'node:os'
import { plausibilityQuestions } from '@plumbline/contract'
import pg from 'pg'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import { type LoadSite, openLoadSite } from '../../reliability/load/site.ts'
import { readCpuMs } from './cpu-time.ts'

const families = Number(process.env.FAMILIES ?? 40)
const transactions = families * 5_000
/** The server replies 503 while it is still loading snapshots: of a thousand families, for a few minutes. */
const maxTries = 40

interface Measured {
  reply: string
  'CPU of the server': string
}

interface Caller {
  userId: string
  signInId: string
}

async function addAdministrator(client: pg.Client): Promise<Caller> {
  const { rows } = await client.query<{ id: string }>(
    `insert into app_user (username, name, email, role, password_hash)
     select 'admin', 'Admin', 'admin@example.com', 'admin', password_hash from app_user limit 1 returning id`,
  )
  const userId = rows[0]?.id ?? ''
  const signIn = await client.query<{ id: string }>(
    `insert into sign_in (user_id, is_web, token_hash, expires_at)
     values ($1::uuid, false, decode(md5($1::uuid::text), 'hex'), now() + interval '1 day') returning id`,
    [userId],
  )
  return { userId, signInId: signIn.rows[0]?.id ?? '' }
}

async function post(
  site: LoadSite,
  { userId, signInId }: Caller,
  url: string,
  body: object,
): Promise<Response> {
  const token = await signAccessToken(site.key, userId, signInId, new Date())
  const server = site.servers[0]
  if (!server) throw new Error('no server was started')
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(server.base + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (reply.ok) return reply
    if (reply.status !== 503 || tries === maxTries) throw new Error(`${url}: ${reply.status}`)
  }
}

const site = await openLoadSite({ families, users: families, transactions }, 1, {
  PLUMBLINE_SNAPSHOT_MB: '4096',
})
const client = new pg.Client(site.config)
try {
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  const admin = await addAdministrator(client)
  const [first, second] = site.people
  if (!first || !second) throw new Error('at least two families are needed')
  const everything = { settings: {}, filters: {} }
  const { pid = 0 } = site.servers[0]?.process ?? {}
  const measure = async (caller: Caller, body: object, url = '/api/performance/'): Promise<Measured> => {
    const from = performance.now()
    const cpuBefore = readCpuMs(pid)
    await (await post(site, caller, url, body)).arrayBuffer()
    const ms = (duration: number) => `${duration.toFixed(0)} ms`
    return { reply: ms(performance.now() - from), 'CPU of the server': ms(readCpuMs(pid) - cpuBefore) }
  }
  const measureAll = () => measure(admin, { ...everything, family: null })
  const measureOwn = () => measure(first, everything)
  const measureClients = () => measure(admin, everything, `/api/clients/list/?limit=${families}`)
  const results: Record<string, Measured> = { 'all families, cold': await measureAll() }
  // Warm up every worker: each compiles its own code and opens the snapshot.
  for (let turn = 0; turn < 3; turn += 1) await measureAll()
  results['all families, warm'] = await measureAll()
  results['clients, cold'] = await measureClients()
  for (let turn = 0; turn < 3; turn += 1) await measureClients()
  results['clients, warm'] = await measureClients()
  const deposit = () =>
    post(site, second, '/api/transactions/', {
      account: second.account,
      transaction_type: 'deposit',
      date: '2025-11-03',
      currency: 'CHF',
      amount: 1,
      confirm: [...plausibilityQuestions],
    })
  // The first ones are slower: the code of a continued snapshot is compiled.
  for (const turn of ['first', 'second', 'third']) {
    await deposit()
    results[`clients, after the ${turn} transaction in one`] = await measureClients()
    results[`all families, after the ${turn} transaction in one`] = await measureAll()
  }
  for (let turn = 0; turn < 3; turn += 1) await measureOwn()
  results['one family'] = await measureOwn()
  await client.query('select note_market_change(array[gen_random_uuid()::text])')
  results['one family, after a price it does not hold'] = await measureOwn()
  await client.query('select bump_market_version()')
  results['one family, after an update of all prices'] = await measureOwn()
  results['all families, after an update of all prices'] = await measureAll()
  console.log(
    `${cpus().length} cores, Node ${process.version}, ${families} families, ${transactions} transactions`,
  )
  console.table(results)
} finally {
  await client.end()
  await site.close()
}
