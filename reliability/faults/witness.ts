import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { randomOf } from '../running-server.ts'

/** Calls one server, whichever runs at the moment. */
export type Call = (method: string, url: string, body?: object, access?: string) => Promise<Response>

/** Someone who works on while things break, and remembers what they were told. */
export interface Witness {
  /** Works until told to stop, whatever happens. */
  work(signal: AbortSignal): Promise<void>
  /** What was acknowledged and is gone, what is there by half, and answers that should not have been given. */
  complaints(database: pg.ClientConfig): Promise<string[]>
  /** Breaks the one promise everything here is about, to see that it would be noticed. */
  plantLoss(database: pg.ClientConfig): Promise<void>
  acknowledged(): number
  slowestMs(): number
}

export interface WitnessOptions {
  call: Call
  random: () => number
  username: string
  /** An answer that takes longer counts as none. */
  patienceMs: number
}

/** Whoever has not begun to write has nothing to lose. */
export const isAtWork = (witness: Witness): boolean => witness.acknowledged() > 5

const demoPassword = 'plumbline-demo'

/** A report that may be printed while things break. */
export const reportOf = (whom: string, family: string) => ({
  name: `Faults of ${whom}`,
  family,
  report_type: 'positions',
  calculated_currency: 'CHF',
})

/** Three who write at the same time, each in their own part of the demo world. */
export function createWitnesses(call: Call, seed: number, patienceMs: number): Witness[] {
  return ['investor', 'adviser', 'admin'].map(username =>
    createWitness({ call, random: randomOf(seed + username.length), username, patienceMs }),
  )
}

export function createWitness({ call, random, username, patienceMs }: WitnessOptions): Witness {
  /** Amounts of transactions that were acknowledged, and those that were sent since: one of them has to be there. */
  const entries = new Map<string, { acknowledged: string; sent: Set<string>; revision: number }>()
  const attempted = { entries: 0, counter: 0 }
  let counter = 0
  let acknowledged = 0
  let slowest = 0
  let access = ''
  let family = ''
  let account = ''
  let report = ''
  const strange = new Set<string>()

  /** Null when it was not acknowledged: refused for the moment, or the line broke. */
  async function send(method: string, url: string, body?: object): Promise<Response | null> {
    const started = performance.now()
    try {
      const reply = await call(method, url, body, access)
      note(method, url, reply, performance.now() - started)
      if (reply.status === 401) access = ''
      if (!reply.ok) await reply.arrayBuffer()
      return reply.ok ? reply : null
    } catch (error) {
      const ms = performance.now() - started
      if (ms > patienceMs)
        strange.add(`${method} ${shapeOf(url)} hung for ${Math.round(ms)} ms (${String(error)})`)
      return null
    }
  }

  function note(method: string, url: string, { status }: Response, ms: number): void {
    slowest = Math.max(slowest, ms)
    if (ms > patienceMs) strange.add(`${method} ${shapeOf(url)} took ${Math.round(ms)} ms`)
    if (status >= 500 && status !== 503) strange.add(`${method} ${shapeOf(url)} answered ${status}`)
  }

  async function getReady(): Promise<boolean> {
    if (!access) {
      const reply = await send('POST', '/auth/login/', { username, password: demoPassword })
      if (!reply) return false
      access = ((await reply.json()) as { access: string }).access
      acknowledged += 1
    }
    family ||= await anyFamily()
    if (family === '') return false
    account ||= await idOf('/api/accounts/', { name: `Faults of ${username}`, currency: 'CHF', family })
    report ||= await idOf('/api/reports/', reportOf(`${username} ${Math.floor(random() * 1e9)}`, family))
    return account !== '' && report !== ''
  }

  /** Staff see several families and have to name one. */
  async function anyFamily(): Promise<string> {
    const reply = await send('GET', '/api/settings/')
    if (!reply) return ''
    const { data } = (await reply.json()) as { data: { lists: { families: { id: string }[] } } }
    return data.lists.families[0]?.id ?? ''
  }

  async function idOf(url: string, body: object): Promise<string> {
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

  const someAmount = () => (1 + Math.floor(random() * 1_000_000)) / 100

  async function snapshot(): Promise<void> {
    attempted.entries += 1
    const amount = someAmount()
    const body = { account, transaction_type: 'deposit', date: '2026-01-05', currency: 'CHF', amount }
    const reply = await send('POST', '/api/transactions/', body)
    if (!reply) return
    const { data } = (await reply.json()) as { data: { id: string } }
    entries.set(data.id, { acknowledged: String(amount), sent: new Set(), revision: 1 })
    acknowledged += 1
  }

  async function correct(): Promise<void> {
    const all = [...entries]
    const [id, known] = all[Math.floor(random() * all.length)] ?? []
    if (id === undefined || !known) return snapshot()
    const amount = someAmount()
    known.sent.add(String(amount))
    const body = { amount, revision: known.revision, reason: 'a fault' }
    const reply = await send('PATCH', `/api/transactions/${id}/`, body)
    if (!reply) {
      // Whether it happened nobody knows: whoever corrects it next looks first.
      const seen = await send('GET', `/api/transactions/${id}/history/`)
      if (seen) known.revision = ((await seen.json()) as { data: object[] }).data.length
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
    if (!isWholePdf(bytes)) strange.add('a PDF came by half')
    acknowledged += 1
  }

  return {
    async work(signal) {
      while (!signal.aborted) {
        try {
          const isReady = await getReady()
          const chance = random()
          if (!isReady) await sleep(50)
          else if (chance < 0.4) await saveSettings()
          else if (chance < 0.75) await snapshot()
          else if (chance < 0.97) await correct()
          else await print()
        } catch {
          // The line broke in the middle of an answer: it was not acknowledged.
          await sleep(20)
        }
      }
    },
    async complaints(config) {
      const client = new pg.Client(config)
      await client.connect()
      try {
        await client.query("select set_config('plumbline.system', 'on', false)")
        return [
          ...strange,
          ...(await lostSettings(client)),
          ...(await lostTransactions(client)),
          ...(await halves(client)),
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

  async function lostSettings(client: pg.Client): Promise<string[]> {
    const { rows } = await client.query('select name from app_user where username = $1', [username])
    const found = Number(String(rows[0]?.name).split(' ').at(-1))
    return counter === 0 || found >= counter
      ? []
      : [`${username} was told that ${counter} is saved, but finds '${rows[0]?.name}'`]
  }

  async function lostTransactions(client: pg.Client): Promise<string[]> {
    if (!account) return []
    const { rows } = await client.query<{ id: string; amount: string }>(
      `select root_id as id, amount::float8::text as amount from transaction
       where account_id = $1 and superseded_by is null`,
      [account],
    )
    const found = new Map(rows.map(({ id, amount }) => [id, amount]))
    const lost = [...entries].filter(([id, { acknowledged: told, sent }]) => {
      const amount = found.get(id)
      return amount === undefined || (amount !== told && !sent.has(amount))
    })
    const twice =
      rows.length > attempted.entries ? [`${rows.length} transactions of ${attempted.entries} tries`] : []
    return [...twice, ...lost.map(([id]) => `transaction ${id} was acknowledged, and is gone or another one`)]
  }
}

/** What can only be there if something was applied by half, whoever wrote it. */
async function halves(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string; found: string }>(`
    select 'transactions without one version in force' as what, count(*) as found from (
      select from transaction group by family_id, root_id having count(*) filter (where superseded_by is null) <> 1) a
    union all select 'transactions without their line in the audit', count(*) from transaction b
      where b.source = 'manual' and b.revision = 1 and b.created_by is not null and not exists (
        select from audit_line l where l.family_id = b.family_id and l.details ->> 'id' = b.root_id::text)
    union all select 'lines in the audit without their transaction', count(*) from audit_line l
      where l.action = 'transaction_added' and not exists (
        select from transaction b where b.family_id = l.family_id and b.root_id::text = l.details ->> 'id')
    union all select 'breaks in the chain of the audit', (not audit_is_intact())::int
    union all select 'reports that are done without a file', count(*) from background_job
      where kind = 'report_pdf' and status = 'done' and (result is null
        or substring(result from 1 for 4) <> '%PDF'::bytea or position('%%EOF'::bytea in result) = 0)`)
  return rows.filter(({ found }) => Number(found) > 0).map(({ what, found }) => `${found} ${what}`)
}

function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString() === '%PDF' && bytes.subarray(-32).toString().includes('%%EOF')
}

function shapeOf(url: string): string {
  return url.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id')
}
