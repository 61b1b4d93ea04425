import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRandom } from '../running-server.ts'

/** Calls the server that is running at the moment. */
export type Call = (method: string, url: string, body?: object, access?: string) => Promise<Response>

/** A client that keeps writing during faults and records every acknowledgement. */
export interface ConsistencyChecker {
  /** Writes until aborted; failed requests do not stop it. */
  work(signal: AbortSignal): Promise<void>
  /** Lists lost acknowledged writes, partial writes and unexpected replies. */
  violations(database: pg.ClientConfig): Promise<string[]>
  /** Deletes an acknowledged transaction, to prove that the checker detects it. */
  plantLoss(database: pg.ClientConfig): Promise<void>
  acknowledged(): number
  slowestMs(): number
}

export interface CheckerOptions {
  call: Call
  random: () => number
  username: string
  /** A reply that takes longer is a violation. */
  timeoutMs: number
}

/** A fault proves nothing before the first acknowledged writes. */
export const hasStarted = (checker: ConsistencyChecker): boolean => checker.acknowledged() > 5

const demoPassword = 'plumbline-demo'

/** The body for a new report, printed during faults. */
export const newReport = (owner: string, family: string) => ({
  name: `Faults of ${owner}`,
  family,
  report_type: 'positions',
  calculated_currency: 'CHF',
})

/** Three concurrent writers, each with their own part of the demo data. */
export function createCheckers(call: Call, seed: number, timeoutMs: number): ConsistencyChecker[] {
  return ['investor', 'adviser', 'admin'].map(username =>
    createChecker({ call, random: createRandom(seed + username.length), username, timeoutMs }),
  )
}

export function createChecker({ call, random, username, timeoutMs }: CheckerOptions): ConsistencyChecker {
  /** Last acknowledged amount of each transaction, and the unacknowledged ones since: one of them must be stored. */
  const entries = new Map<string, { acknowledged: string; sent: Set<string>; revision: number }>()
  const attempted = { entries: 0, counter: 0 }
  let counter = 0
  let acknowledged = 0
  let slowest = 0
  let access = ''
  let family = ''
  let account = ''
  let report = ''
  const unexpected = new Set<string>()

  /** Null without an acknowledgement: the server refused, or the connection broke. */
  async function send(method: string, url: string, body?: object): Promise<Response | null> {
    const started = performance.now()
    try {
      const reply = await call(method, url, body, access)
      inspect(method, url, reply, performance.now() - started)
      if (reply.status === 401) access = ''
      if (!reply.ok) await reply.arrayBuffer()
      return reply.ok ? reply : null
    } catch (error) {
      const ms = performance.now() - started
      if (ms > timeoutMs)
        unexpected.add(`${method} ${maskIds(url)} hung for ${Math.round(ms)} ms (${String(error)})`)
      return null
    }
  }

  function inspect(method: string, url: string, { status }: Response, ms: number): void {
    slowest = Math.max(slowest, ms)
    if (ms > timeoutMs) unexpected.add(`${method} ${maskIds(url)} took ${Math.round(ms)} ms`)
    if (status >= 500 && status !== 503) unexpected.add(`${method} ${maskIds(url)} replied ${status}`)
  }

  async function prepare(): Promise<boolean> {
    if (!access) {
      const reply = await send('POST', '/auth/login/', { username, password: demoPassword })
      if (!reply) return false
      access = ((await reply.json()) as { access: string }).access
      acknowledged += 1
    }
    family ||= await findFamily()
    if (family === '') return false
    account ||= await create('/api/accounts/', { name: `Faults of ${username}`, currency: 'CHF', family })
    report ||= await create('/api/reports/', newReport(`${username} ${Math.floor(random() * 1e9)}`, family))
    return account !== '' && report !== ''
  }

  /** Staff see several families and have to name one. */
  async function findFamily(): Promise<string> {
    const reply = await send('GET', '/api/settings/')
    if (!reply) return ''
    const { data } = (await reply.json()) as { data: { lists: { families: { id: string }[] } } }
    return data.lists.families[0]?.id ?? ''
  }

  async function create(url: string, body: object): Promise<string> {
    const reply = await send('POST', url, body)
    return reply ? ((await reply.json()) as { data: { id: string } }).data.id : ''
  }

  async function saveSettings(): Promise<void> {
    attempted.counter += 1
    const mine = attempted.counter
    const reply = await send('PATCH', '/api/settings/', { name: `${username} ${mine}` })
    if (!reply) return
    await reply.arrayBuffer()
    counter = Math.max(counter, mine)
    acknowledged += 1
  }

  const confirm = ['nav_change', 'before_first_day', 'unusual_price']
  const randomAmount = () => (1 + Math.floor(random() * 1_000_000)) / 100

  async function post(): Promise<void> {
    attempted.entries += 1
    const amount = randomAmount()
    const body = {
      account,
      transaction_type: 'deposit',
      date: '2026-01-05',
      currency: 'CHF',
      amount,
      confirm,
    }
    const reply = await send('POST', '/api/transactions/', body)
    if (!reply) return
    const { data } = (await reply.json()) as { data: { id: string } }
    entries.set(data.id, { acknowledged: String(amount), sent: new Set(), revision: 1 })
    acknowledged += 1
  }

  async function correct(): Promise<void> {
    const all = [...entries]
    const [id, known] = all[Math.floor(random() * all.length)] ?? []
    if (id === undefined || !known) return post()
    const amount = randomAmount()
    known.sent.add(String(amount))
    const body = { amount, revision: known.revision, reason: 'a fault', confirm }
    const reply = await send('PATCH', `/api/transactions/${id}/`, body)
    if (!reply) {
      // The outcome is unknown: read the revision before the next correction.
      const history = await send('GET', `/api/transactions/${id}/history/`)
      if (history) known.revision = ((await history.json()) as { data: object[] }).data.length
      return
    }
    await reply.arrayBuffer()
    known.acknowledged = String(amount)
    known.sent.clear()
    known.revision += 1
    acknowledged += 1
  }

  async function print(): Promise<void> {
    const reply = await send('POST', `/api/reports/${report}/pdf/`, { format: 'pdf' })
    if (reply?.status !== 200) return void (await reply?.arrayBuffer())
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (!isCompletePdf(bytes)) unexpected.add('a PDF is truncated')
    acknowledged += 1
  }

  return {
    async work(signal) {
      while (!signal.aborted) {
        try {
          const isReady = await prepare()
          const chance = random()
          if (!isReady) await sleep(50)
          else if (chance < 0.4) await saveSettings()
          else if (chance < 0.75) await post()
          else if (chance < 0.97) await correct()
          else await print()
        } catch {
          // The connection broke during the reply, so the write is unacknowledged.
          await sleep(20)
        }
      }
    },
    async violations(config) {
      const client = new pg.Client(config)
      await client.connect()
      try {
        await client.query("select set_config('plumbline.system', 'on', false)")
        return [
          ...unexpected,
          ...(await findLostSettings(client)),
          ...(await findLostTransactions(client)),
          ...(await findPartialWrites(client)),
        ]
      } finally {
        await client.end()
      }
    },
    async plantLoss(config) {
      const client = new pg.Client(config)
      await client.connect()
      await client.query(
        "select set_config('plumbline.system', 'on', false), set_config('plumbline.erasing', 'on', false)",
      )
      await client.query('delete from transaction where root_id = $1', [[...entries.keys()][0]])
      await client.end()
    },
    acknowledged: () => acknowledged,
    slowestMs: () => Math.round(slowest),
  }

  async function findLostSettings(client: pg.Client): Promise<string[]> {
    const { rows } = await client.query('select name from app_user where username = $1', [username])
    const found = Number(String(rows[0]?.name).split(' ').at(-1))
    return counter === 0 || found >= counter
      ? []
      : [`${username}: ${counter} was acknowledged, but '${rows[0]?.name}' is stored`]
  }

  async function findLostTransactions(client: pg.Client): Promise<string[]> {
    if (!account) return []
    const { rows } = await client.query<{ id: string; amount: string }>(
      `select root_id as id, amount::float8::text as amount from transaction
       where account_id = $1 and superseded_by is null`,
      [account],
    )
    const found = new Map(rows.map(({ id, amount }) => [id, amount]))
    const lost = [...entries].filter(([id, { acknowledged: expected, sent }]) => {
      const amount = found.get(id)
      return amount === undefined || (amount !== expected && !sent.has(amount))
    })
    const duplicates =
      rows.length > attempted.entries
        ? [`${rows.length} transactions after ${attempted.entries} attempts`]
        : []
    return [
      ...duplicates,
      ...lost.map(([id]) => `transaction ${id} was acknowledged but is missing or differs`),
    ]
  }
}

/** Finds traces of partially applied writes by any user. */
async function findPartialWrites(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ problem: string; found: string }>(`
    select 'transactions without exactly one current version' as problem, count(*) as found from (
      select from transaction group by family_id, root_id having count(*) filter (where superseded_by is null) <> 1) a
    union all select 'transactions without an audit entry', count(*) from transaction b
      where b.source = 'manual' and b.revision = 1 and b.created_by is not null and not exists (
        select from audit_line l where l.family_id = b.family_id and l.details ->> 'id' = b.root_id::text)
    union all select 'audit entries without a transaction', count(*) from audit_line l
      where l.action = 'transaction_added' and not exists (
        select from transaction b where b.family_id = l.family_id and b.root_id::text = l.details ->> 'id')
    union all select 'breaks in the audit chain', (not audit_is_intact())::int
    union all select 'finished reports without a complete file', count(*) from background_job
      where kind = 'report_pdf' and status = 'done' and (result is null
        or substring(result from 1 for 4) <> '%PDF'::bytea or position('%%EOF'::bytea in result) = 0)`)
  return rows.filter(({ found }) => Number(found) > 0).map(({ problem, found }) => `${found} ${problem}`)
}

function isCompletePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString() === '%PDF' && bytes.subarray(-32).toString().includes('%%EOF')
}

function maskIds(url: string): string {
  return url.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id')
}
