import { exact, toText } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { orderClause } from '../../platform/db/listing.ts'
import { removeRate } from '../../platform/db/market/rates.ts'
import { resolveStated, writeStated } from '../../platform/db/market/stated-rates.ts'
import { readToday } from '../../platform/db/today.ts'

export type RatesStore = ReturnType<typeof ratesStore>

export interface RateRow {
  currency: string
  date: string
  rate: string
  source: string
  is_entered: boolean
  stated: { base: string; quote: string; rate: number } | null
  via: string | null
  set_by: { id: string; name: string } | null
  received_at: Date
}

export interface RatesQuery {
  currency?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  entered?: boolean | undefined
  order_by: string
  /** Null returns all rates. */
  page: { limit: number; offset: number } | null
}

export interface NewRate {
  base: string
  quote: string
  rate: number
  date: string
}

/** What a rate of a day is compared with. */
export interface RateContext {
  today: string
  /** The last rate of the pair before that day. */
  last: { date: string; rate: number } | null
  /** The rate in US dollars that would be stored; null if neither currency has one. */
  resolved: { currency: string; rate: number } | null
}

/** Exchange rates that people enter, beside those of providers and files. */
export function ratesStore(database: () => Database) {
  return {
    list(adminId: string, query: RatesQuery): Promise<{ rows: RateRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const where = sql`r.currency = coalesce(${query.currency ?? null}, r.currency)
          and r.date between coalesce(${query.start_date ?? null}::date, '-infinity')
            and coalesce(${query.end_date ?? null}::date, 'infinity')
          and r.is_entered = coalesce(${query.entered ?? null}::boolean, r.is_entered)`
        const { rows } = await sql<RateRow>`
          ${selection} where ${where} ${orderClause(query.order_by, columns, sql`r.date desc, r.currency`)} ${part}`.execute(
          tx,
        )
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from fx_rate r where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    context(adminId: string, given: NewRate): Promise<RateContext> {
      const { base, quote, date } = given
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<{ date: string | null; rate: number | null }>`
          select least(b.date, q.date)::text as date, (b.rate / q.rate)::float8 as rate
          from (select 1) as one
          left join lateral ${lastRate(base, date)} b on true
          left join lateral ${lastRate(quote, date)} q on true`.execute(tx)
        const [row] = rows
        const last = row?.date && row.rate !== null ? { date: row.date, rate: row.rate } : null
        const stated = { ...given, rate: toText(exact(given.rate)), line: 1 }
        const [stored] = (await resolveStated(tx, [stated])).quotes
        const resolved = stored ? { currency: stored.id, rate: Number(stored.value) } : null
        return { today: await readToday(tx, adminId), last, resolved }
      })
    },

    /** Writes one rate; 'unresolved' if neither currency has a rate in US dollars. */
    set(actor: Actor, given: NewRate): Promise<RateRow | 'unresolved'> {
      return database().within({ user: actor.id }, async tx => {
        const stated = { ...given, rate: toText(exact(given.rate)), line: 1 }
        const resolved = await resolveStated(tx, [stated])
        const [quote] = resolved.quotes
        if (!quote) return 'unresolved'
        const before = await readOne(tx, quote.id, quote.date)
        await writeStated(tx, resolved, { source: 'typed', isEntered: true, setBy: actor.id })
        const { base, quote: counter, rate } = stated
        await auditChange(tx, actor, 'rate_set', quote, {
          stated: `1 ${base} = ${rate} ${counter}`,
          before: before?.rate ?? null,
        })
        return requireRow(await readOne(tx, quote.id, quote.date))
      })
    },

    /** The rate that would count in the place of one; 'none' if there is no such rate. */
    beforeRemoval(adminId: string, currency: string, date: string): Promise<number | null | 'none'> {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<{ is_known: boolean; rate: number | null }>`
          select exists (select from fx_rate where currency = ${currency} and date = ${date}::date) as is_known,
            (select rate::float8 from fx_rate where currency = ${currency} and date < ${date}::date
              order by date desc limit 1) as rate`.execute(tx)
        return rows[0]?.is_known ? rows[0].rate : 'none'
      })
    },

    remove(actor: Actor, currency: string, date: string): Promise<'done' | 'none'> {
      return database().within({ user: actor.id }, async tx => {
        const before = await readOne(tx, currency, date)
        if (!before) return 'none'
        await removeRate(tx, currency, date)
        await auditChange(
          tx,
          actor,
          'rate_removed',
          { id: currency, date },
          { before: before.rate, source: before.source },
        )
        return 'done'
      })
    },
  }
}

/** The last rate of a currency before a day; the pivot is always 1. */
function lastRate(currency: string, date: string) {
  return currency === 'USD'
    ? sql`(select ${date}::date - 1 as date, 1::numeric as rate)`
    : sql`(select date, rate from fx_rate where currency = ${currency} and date < ${date}::date
        order by date desc limit 1)`
}

const columns = {
  date: sql`r.date`,
  currency: sql`r.currency`,
  rate: sql`r.rate`,
  source: sql`r.source`,
  received_at: sql`r.received_at`,
}

const selection = sql`
  select r.currency, r.date::text as date, r.rate::text, r.source, r.is_entered, r.via, r.received_at,
    case when r.stated_rate is null then null else jsonb_build_object(
      'base', r.stated_base, 'quote', r.stated_quote, 'rate', r.stated_rate) end as stated,
    case when u.id is null then null
      else jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username)) end as set_by
  from fx_rate r left join app_user u on u.id = r.set_by`

async function readOne(tx: Scoped, currency: string, date: string): Promise<RateRow | null> {
  const { rows } = await sql<RateRow>`
    ${selection} where r.currency = ${currency} and r.date = ${date}::date`.execute(tx)
  return rows[0] ?? null
}

function auditChange(
  tx: Scoped,
  actor: Actor,
  action: string,
  { id, date }: { id: string; date: string },
  details: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: id,
    details: { kind: 'rate', date, ...details },
    address: actor.address,
  })
}
