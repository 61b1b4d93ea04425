/**
 * npm run bench:families: someone who looks at all families of an installation at once, while one of them is posted in
 * and prices come. Families of 5,000 transactions each, on a server and a PostgreSQL of their own.
 *
 *     FAMILIES=200 npm run bench:families
 */
import { cpus } from 'node:os'
import pg from 'pg'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import { type LoadSite, openLoadSite } from '../../reliability/load/site.ts'

const families = Number(process.env.FAMILIES ?? 40)
const transactions = families * 5_000
/** A load that takes longer is answered with 503, and goes on. */
const mostTries = 10

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

async function ask(
  site: LoadSite,
  { userId, signInId }: Caller,
  url: string,
  body: object,
): Promise<Response> {
  const token = await signAccessToken(site.key, userId, signInId, new Date())
  const server = site.servers[0]
  if (!server) throw new Error('there is a server')
  for (let tries = 1; ; tries += 1) {
    const reply = await server.call('POST', url, body, token)
    if (reply.ok) return reply
    if (reply.status !== 503 || tries === mostTries) throw new Error(`${url}: ${reply.status}`)
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
  if (!first || !second) throw new Error('two families are the least')
  const everything = { settings: {}, filters: {} }
  const timed = async (caller: Caller, body: object): Promise<string> => {
    const from = performance.now()
    await (await ask(site, caller, '/api/performance/', body)).arrayBuffer()
    return `${(performance.now() - from).toFixed(0)} ms`
  }
  const all = () => timed(admin, { ...everything, family: null })
  const own = () => timed(first, everything)
  const told: Record<string, string> = { 'all families, the first time': await all() }
  // As often as there are threads, and once more: each compiles its code and opens the snapshot for itself.
  for (let turn = 0; turn < 3; turn += 1) await all()
  told['the same again'] = await all()
  await ask(site, second, '/api/transactions/', {
    account: second.account,
    transaction_type: 'deposit',
    date: '2025-11-03',
    currency: 'CHF',
    amount: 1,
  })
  told['after one family was booked in'] = await all()
  for (let turn = 0; turn < 3; turn += 1) await own()
  told['someone in their own family'] = await own()
  await client.query('select note_market_change(array[gen_random_uuid()::text])')
  told['the same, after a price of something they do not have'] = await own()
  await client.query('select bump_market_version()')
  told['the same, after all prices'] = await own()
  told['all families, after all prices'] = await all()
  console.log(
    `${cpus().length} cores, Node ${process.version}, ${families} families, ${transactions} transactions`,
  )
  console.table(told)
} finally {
  await client.end()
  await site.close()
}
