import type { InstrumentType, Sector } from '@plumbline/contract'
import { STALE_AFTER_DAYS } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import type { ValueSource } from '../../platform/db/market/derived-classification.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import type { StoredTerms } from '../../snapshots/instrument-terms.ts'

export type InstrumentsStore = ReturnType<typeof instrumentsStore>

export interface InstrumentRow {
  id: string
  name: string
  long_name: string | null
  symbol: string | null
  isin: string | null
  exchange: string | null
  instrument_type: InstrumentType
  currency: string
  country: string | null
  sector: Sector | null
  contract_size: string
  contract_expiration: string | null
  terms: StoredTerms
  underlying: { id: string; name: string } | null
  /** The family that imported it; null for the platform's. */
  family: { id: string; name: string } | null
  identifiers: { kind: string; value: string }[]
  sources: Record<string, ValueSource>
  /** Duplicates that were merged into it. */
  merged: { id: string; name: string; isin: string | null; merged_at: string }[]
  price: string | null
  price_date: string | null
  price_source: string | null
  holders_count: number
  /** Whether the caller may change it. */
  may_change: boolean
  version: number
  flag: 'no_price' | 'stale' | null
}

export interface InstrumentsQuery {
  q?: string | undefined
  instrument_type?: string | undefined
  flagged?: boolean | undefined
  order_by: string
  /** Null returns the whole list. */
  page: { limit: number; offset: number } | null
}

const columns = {
  name: sql`lower(i.name)`,
  symbol: sql`lower(i.symbol)`,
  isin: sql`i.isin`,
  instrument_type: sql`i.instrument_type`,
  currency: sql`i.currency`,
  price_date: sql`p.date`,
}

/** Instruments of the platform and securities that families imported. */
export function instrumentsStore(database: () => Database) {
  return {
    list(adminId: string, query: InstrumentsQuery): Promise<{ rows: InstrumentRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const where = buildCondition(query)
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const order = orderClause(query.order_by, columns, sql`i.id`)
        const { rows } = await sql<Listed>`${selection} where ${where} ${order} ${part}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count ${source} where ${where}`.execute(tx)
        return { rows: await withHolders(tx, rows), count: counted.rows[0]?.count ?? 0 }
      })
    },

    find: (userId: string, instrumentId: string) =>
      database().within({ user: userId }, tx => readInstrument(tx, instrumentId)),

    /** The family of each account that the user sees. */
    accountFamilies: (userId: string): Promise<Record<string, { id: string; name: string }>> =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ account: string; id: string; name: string }>`
          select a.id as account, f.id, f.name from account a join family f on f.id = a.family_id`.execute(tx)
        return Object.fromEntries(rows.map(({ account, ...family }) => [account, family]))
      }),
  }
}

export async function readInstrument(tx: Scoped, instrumentId: string): Promise<InstrumentRow | null> {
  const { rows } = await sql<Listed>`
    ${selection} where ${isSecurity} and i.id = ${instrumentId}`.execute(tx)
  return (await withHolders(tx, rows))[0] ?? null
}

type Listed = Omit<InstrumentRow, 'holders_count'>

/** Adds the number of families that hold or held each instrument, with one query. */
async function withHolders(tx: Scoped, rows: readonly Listed[]): Promise<InstrumentRow[]> {
  const ids = rows.map(({ id }) => id)
  const held = await sql<{ instrument_id: string; count: number }>`
    select own.kept_id as instrument_id, count(distinct t.family_id)::int as count
    from (
      select id as held_id, id as kept_id from unnest(${ids}::uuid[]) as n (id)
      union all
      select merged_id, kept_id from instrument_redirect where kept_id = any(${ids}::uuid[])) own
    join transaction t on t.instrument_id = own.held_id and t.superseded_by is null and t.status <> 'void'
    group by own.kept_id`.execute(tx)
  const holders = new Map(held.rows.map(({ instrument_id, count }) => [instrument_id, count]))
  return rows.map(row => ({ ...row, holders_count: holders.get(row.id) ?? 0 }))
}

/** Forwards are valued by rates, and expired instruments need no price. */
const flag = sql`
  case
    when i.instrument_type in ('cash', 'fx_forward') or i.contract_expiration < m.last_close then null
    when p.date is null then 'no_price'
    when i.price_kind = 'traded' and p.date < m.last_close - ${STALE_AFTER_DAYS}::int then 'stale'
  end`

/** Families change what they imported; users limited to some accounts do not, as others hold it too. */
const mayChange = sql`((select scope_is_system()) or (select scope_role()) = 'admin'
  or (i.family_id is not null and (select scope_role()) <> 'demo' and (select scope_sees_all_accounts())))`

const source = sql`
  from instrument i
  cross join market_version m
  left join lateral (
    select date, close, source from price where instrument_id = i.id order by date desc limit 1) p on true`

const selection = sql`
  select i.id, i.name, i.long_name, i.symbol, i.isin, i.exchange, i.instrument_type, i.currency, i.country, i.sector,
    i.contract_size, i.contract_expiration, i.terms, i.version, i.sources,
    (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'isin', d.isin,
          'merged_at', to_char(m.merged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by m.merged_at, d.id), '[]')
      from instrument_merge m join instrument d on d.id = m.merged_id where m.kept_id = i.id) as merged,
    (select jsonb_build_object('id', u.id, 'name', u.name) from instrument u where u.id = i.underlying_id) as underlying,
    (select jsonb_build_object('id', f.id, 'name', f.name) from family f where f.id = i.family_id) as family,
    p.close as price, p.date as price_date, p.source as price_source,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'value', d.value) order by d.kind, d.value), '[]')
      from instrument_identifier d where d.instrument_id = i.id) as identifiers,
    ${mayChange} as may_change,
    ${flag} as flag
  ${source}`

function buildCondition({ q, instrument_type: type, flagged }: InstrumentsQuery) {
  const conditions = [isSecurity]
  if (q) {
    const part = likePattern(q)
    conditions.push(sql`(i.name ilike ${part} or i.long_name ilike ${part} or i.symbol ilike ${part}
      or i.isin ilike ${part} or exists (
        select from instrument_identifier d where d.instrument_id = i.id and d.value ilike ${part}))`)
  }
  if (type) conditions.push(sql`i.instrument_type = ${type}`)
  if (flagged !== undefined) conditions.push(sql`((${flag}) is not null) = ${flagged}`)
  return sql.join(conditions, sql` and `)
}
