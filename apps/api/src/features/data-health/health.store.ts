import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'

export type HealthStore = ReturnType<typeof healthStore>

export interface Duplicate {
  account_id: string
  ids: string[]
  date: string
  transaction_type: string
  instrument_id: string | null
  currency: string
  amount: number | null
}

export interface Jump {
  instrument_id: string
  date: string
  close: number
  before: number
}

export interface UnpostedSplit {
  instrument_id: string
  account_id: string
  date: string
  ratio: number
}

export interface Decision {
  finding: string
  note: string | null
  by: { id: string; name: string }
  at: string
}

/** Facts that the check needs beyond the snapshots. */
export interface HealthFacts {
  now: string
  familyOfAccount: Record<string, string>
  duplicates: Duplicate[]
  jumps: Jump[]
  splits: UnpostedSplit[]
  decisions: Decision[]
}

/** Older price jumps and splits are considered reviewed. */
const lookBackDays = 400

export function healthStore(database: () => Database) {
  return {
    facts(userId: string, families: readonly string[]): Promise<HealthFacts> {
      return database().within({ user: userId }, async tx => {
        const accounts = await sql<{ id: string; family_id: string; now: Date }>`
          select id, family_id, present_moment() as now from account
          where family_id = any(${families}::uuid[]) order by id`.execute(tx)
        const now = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
        return {
          now: now.rows[0]?.now.toISOString() ?? '',
          familyOfAccount: Object.fromEntries(accounts.rows.map(row => [row.id, row.family_id])),
          duplicates: await readDuplicates(tx, families),
          jumps: await readJumps(tx, families),
          splits: await readSplits(tx, families),
          decisions: await readDecisions(tx, families),
        }
      })
    },

    /** Securities that the families imported, which they and their advisers may price. */
    importedSecurities(userId: string, families: readonly string[]): Promise<string[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ id: string }>`
          select i.id from instrument i where ${isSecurity} and i.family_id = any(${families}::uuid[])
          order by i.id`.execute(tx)
        return rows.map(({ id }) => id)
      })
    },

    /** Per family a text that changes with its decisions. */
    readDecisionMarks(userId: string, families: readonly string[]): Promise<Map<string, string>> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ family_id: string; mark: string }>`
          select family_id, count(*) || '/' || max(decided_at)::text as mark from finding_decision
          where family_id = any(${families}::uuid[]) group by family_id`.execute(tx)
        return new Map(rows.map(row => [row.family_id, row.mark]))
      })
    },

    decide(userId: string, family: string, finding: string, note: string | null): Promise<void> {
      return database().within({ user: userId }, async tx => {
        await sql`
          insert into finding_decision (family_id, finding, note, decided_by)
          values (${family}, ${finding}, ${note}, ${userId})
          on conflict (family_id, finding) do update
            set note = excluded.note, decided_by = excluded.decided_by, decided_at = present_moment()`.execute(
          tx,
        )
      })
    },

    revokeDecision(userId: string, family: string, finding: string): Promise<void> {
      return database().within({ user: userId }, async tx => {
        await sql`delete from finding_decision where family_id = ${family} and finding = ${finding}`.execute(
          tx,
        )
      })
    },
  }
}

const inForce = sql`b.superseded_by is null and b.status <> 'void'`

/** Identical transactions. The two sides of a transfer share a link and are excluded. */
async function readDuplicates(tx: Scoped, families: readonly string[]): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select b.account_id, array_agg(b.root_id::text order by b.created_at, b.root_id) as ids, b.date, b.transaction_type,
      b.instrument_id, b.currency, coalesce(b.net, b.amount, b.quantity * b.price)::float8 as amount
    from transaction b
    where b.family_id = any(${families}::uuid[]) and ${inForce} and b.transaction_type <> 'valuation'
      and coalesce(b.net, b.amount, b.quantity) is not null
    group by b.family_id, b.account_id, b.date, b.transaction_type, b.instrument_id, b.currency, b.quantity, b.price,
      b.net, b.amount, b.time_of_day, b.link
    having count(*) > 1 order by b.date desc, b.account_id, min(b.root_id::text) limit 500`.execute(tx)
  return rows
}

const used = (families: readonly string[]) => sql`
  select distinct instrument_id from transaction where family_id = any(${families}::uuid[]) and instrument_id is not null`

async function readJumps(tx: Scoped, families: readonly string[]): Promise<Jump[]> {
  const { rows } = await sql<Jump>`
    with posted as materialized (
      select distinct instrument_id, date from transaction where transaction_type = 'split' and superseded_by is null
    ), used as materialized (${used(families)})
    select instrument_id, date, close::float8, before::float8
    from (
      select i.id as instrument_id, p.date, p.close, p.before
      from instrument i
      -- For one instrument after the other: else all prices of all instruments are read.
      cross join lateral (
        select date, close, lag(close) over (order by date) as before from price
        where instrument_id = i.id and date > (select present_moment()::date - ${lookBackDays}::int)) p
      where i.id in (select instrument_id from used) and i.price_kind = 'traded'
        and i.instrument_type not in ('option', 'future', 'fx_forward')) as q
    where before > 0 and (close <= before * 0.5 or close >= before * 2)
      and not exists (select from split s where s.instrument_id = q.instrument_id and abs(s.ex_date - q.date) <= 4)
      and not exists (select from posted b where b.instrument_id = q.instrument_id and abs(b.date - q.date) <= 4)
      -- A split that is not posted is a finding of its own.
      and not exists (select from instrument_event e where e.instrument_id = q.instrument_id
        and e.event_type = 'split' and abs(e.date - q.date) <= 4)
    order by date desc, instrument_id limit 200`.execute(tx)
  return rows
}

/** Splits reported by a provider but not posted, in accounts that held the instrument. */
async function readSplits(tx: Scoped, families: readonly string[]): Promise<UnpostedSplit[]> {
  const { rows } = await sql<UnpostedSplit>`
    select e.instrument_id, held.account_id, e.date,
      ((e.details ->> 'numerator')::float8 / (e.details ->> 'denominator')::float8) as ratio
    from instrument_event e
    join lateral (
      select b.account_id from transaction b
      where b.family_id = any(${families}::uuid[]) and b.instrument_id = e.instrument_id and ${inForce} and b.date < e.date
      group by b.account_id having sum(b.quantity) <> 0) as held on true
    where e.event_type = 'split' and e.date <= present_moment()::date
      and e.date > present_moment()::date - ${lookBackDays}::int and e.details ? 'numerator'
      and not exists (select from split s where s.instrument_id = e.instrument_id and abs(s.ex_date - e.date) <= 4)
      and not exists (
        select from transaction b where b.instrument_id = e.instrument_id and b.account_id = held.account_id
          and b.transaction_type = 'split' and ${inForce} and abs(b.date - e.date) <= 10)
    order by e.date desc, e.instrument_id, held.account_id limit 200`.execute(tx)
  return rows
}

async function readDecisions(tx: Scoped, families: readonly string[]): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select finding, note, decided_at as at,
      jsonb_build_object('id', coalesce(decided_by::text, ''), 'name', coalesce(name_of_user(decided_by), '')) as by
    from finding_decision where family_id = any(${families}::uuid[]) order by decided_at desc, finding`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, at: new Date(row.at).toISOString() }))
}
