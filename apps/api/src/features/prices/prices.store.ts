import type { Role } from '@plumbline/contract'
import { convertUnit, exact, toText } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import { removeClose, writeCloses } from '../../platform/db/market/market.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { readToday } from '../../platform/db/today.ts'

export type PricesStore = ReturnType<typeof pricesStore>

export interface PriceRow {
  date: string
  close: string
  source: string
  set_by: { id: string; name: string } | null
  received_at: Date
}

export interface PriceContext {
  /** Whether it is an instrument of the platform, which administrators price. */
  is_shared: boolean
  name: string
  currency: string
  /** Whether the day is in the future for the user. */
  is_ahead: boolean
  first_date: string | null
  last_date: string | null
  last_close: string | null
}

export interface EnteredRow extends PriceRow {
  instrument: { id: string; name: string }
  family: { id: string; name: string } | null
  currency: string
}

export interface EnteredQuery {
  q?: string | undefined
  family?: string | undefined
  order_by: string
  /** Null returns all prices. */
  page: { limit: number; offset: number } | null
}

export interface PricesQuery {
  start_date?: string | undefined
  end_date?: string | undefined
  /** Null returns all prices. */
  page: { limit: number; offset: number } | null
}

/** Prices of the platform's instruments and of imported securities. Values of manual assets are transactions. */
export function pricesStore(database: () => Database) {
  return {
    list(
      adminId: string,
      instrumentId: string,
      query: PricesQuery,
    ): Promise<
      { rows: PriceRow[]; count: number; name: string; currency: string; is_shared: boolean } | 'none'
    > {
      return database().within({ user: adminId }, async tx => {
        const instrument = await readInstrument(tx, instrumentId)
        if (!instrument) return 'none'
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const where = sql`p.instrument_id = ${instrumentId}
          and p.date between coalesce(${query.start_date ?? null}::date, '-infinity')
            and coalesce(${query.end_date ?? null}::date, 'infinity')`
        const { rows } = await sql<PriceRow>`
          ${selection} where ${where} order by p.date desc ${part}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from price p where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0, ...instrument }
      })
    },

    /** The prices that people typed or uploaded; of shared securities for administrators only. */
    listEntered(
      { id, role }: { id: string; role: Role },
      query: EnteredQuery,
    ): Promise<{ rows: EnteredRow[]; count: number }> {
      return database().within({ user: id }, async tx => {
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const pattern = query.q ? likePattern(query.q) : null
        const from = sql`from price p join instrument i on i.id = p.instrument_id
          left join app_user u on u.id = p.set_by left join family f on f.id = i.family_id
          where p.is_entered and ${isSecurity}
            and (${role === 'admin'} or i.family_id is not null)
            and (${query.family ?? null}::uuid is null or i.family_id = ${query.family ?? null}::uuid)
            and (${pattern}::text is null or i.name ilike ${pattern} or i.symbol ilike ${pattern} or i.isin ilike ${pattern})`
        const order = orderClause(query.order_by, enteredColumns, sql`p.date desc, lower(i.name), i.id`)
        const { rows } = await sql<EnteredRow>`
          select ${priceColumns}, i.currency, jsonb_build_object('id', i.id, 'name', i.name) as instrument,
            case when f.id is null then null else jsonb_build_object('id', f.id, 'name', f.name) end as family
          ${from} ${order} ${part}`.execute(tx)
        const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    /** The price of a day with the one before it, which would count in its place; null if there is no such price. */
    beforeRemoval(
      userId: string,
      instrumentId: string,
      date: string,
    ): Promise<{ is_shared: boolean; is_known: boolean; previous: string | null } | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ is_shared: boolean; is_known: boolean; previous: string | null }>`
          select i.family_id is null as is_shared,
            exists (select from price where instrument_id = i.id and date = ${date}::date) as is_known,
            (select close::text from price where instrument_id = i.id and date < ${date}::date
              order by date desc limit 1) as previous
          from instrument i where i.id = ${instrumentId} and ${isSecurity}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** What a price of a day is compared with; null for an instrument that has no prices of its own. */
    context(adminId: string, instrumentId: string, date: string): Promise<PriceContext | null> {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<Omit<PriceContext, 'is_ahead'>>`
          select i.family_id is null as is_shared, i.name, i.currency, first.date as first_date, last.date as last_date,
            last.close as last_close
          from instrument i
          left join lateral (
            select date from price where instrument_id = i.id order by date limit 1) first on true
          left join lateral (
            select date, close from price where instrument_id = i.id and date < ${date}::date
            order by date desc limit 1) last on true
          where i.id = ${instrumentId} and ${isSecurity}`.execute(tx)
        return rows[0] ? { ...rows[0], is_ahead: date > (await readToday(tx, adminId)) } : null
      })
    },

    /** Writes one price, replacing an existing one of that day. */
    set(
      actor: Actor,
      instrumentId: string,
      price: { date: string; price: number; currency?: string | undefined; source: string },
    ): Promise<PriceRow | 'none' | 'ahead' | 'other_currency'> {
      return database().within({ user: actor.id }, async tx => {
        const instrument = await readInstrument(tx, instrumentId)
        if (!instrument) return 'none'
        const value = convertUnit(
          toText(exact(price.price)),
          price.currency ?? instrument.currency,
          instrument.currency,
        )
        if (value === null) return 'other_currency'
        if (price.date > (await readToday(tx, actor.id))) return 'ahead'
        const before = await readOne(tx, instrumentId, price.date)
        const quote = { id: instrumentId, date: price.date, value }
        await writeCloses(tx, [quote], price.source, actor.id)
        const row = requireRow(await readOne(tx, instrumentId, price.date))
        await auditChange(tx, actor, instrumentId, instrument.name, 'price_set', {
          date: price.date,
          price: row.close,
          before: before?.close ?? null,
          source: price.source,
        })
        return row
      })
    },

    remove(actor: Actor, instrumentId: string, date: string): Promise<'done' | 'none'> {
      return database().within({ user: actor.id }, async tx => {
        const instrument = await readInstrument(tx, instrumentId)
        const before = instrument && (await readOne(tx, instrumentId, date))
        if (!instrument || !before) return 'none'
        await removeClose(tx, instrumentId, date)
        await auditChange(tx, actor, instrumentId, instrument.name, 'price_removed', {
          date,
          before: before.close,
          source: before.source,
        })
        return 'done'
      })
    },
  }
}

const enteredColumns = {
  date: sql`p.date`,
  name: sql`lower(i.name)`,
  price: sql`p.close`,
  source: sql`p.source`,
  received_at: sql`p.received_at`,
}

const priceColumns = sql`p.date, p.close, p.source, p.received_at,
    case when u.id is null then null
      else jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username)) end as set_by`

const selection = sql`
  select ${priceColumns}
  from price p left join app_user u on u.id = p.set_by`

async function readOne(tx: Scoped, instrumentId: string, date: string): Promise<PriceRow | null> {
  const { rows } = await sql<PriceRow>`
    ${selection} where p.instrument_id = ${instrumentId} and p.date = ${date}::date`.execute(tx)
  return rows[0] ?? null
}

async function readInstrument(
  tx: Scoped,
  instrumentId: string,
): Promise<{ name: string; currency: string; is_shared: boolean } | null> {
  const { rows } = await sql<{ name: string; currency: string; is_shared: boolean }>`
    select i.name, i.currency, i.family_id is null as is_shared from instrument i where i.id = ${instrumentId} and ${isSecurity}`.execute(
    tx,
  )
  return rows[0] ?? null
}

function auditChange(
  tx: Scoped,
  actor: Actor,
  instrumentId: string,
  name: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: name,
    details: { kind: 'instrument', id: instrumentId, ...details },
    address: actor.address,
  })
}
