import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'

/** An event in the calendar of an instrument. */
export interface CalendarRow {
  id: string
  instrument_id: string
  event_type: string
  date: string
  /** Per unit, or for the whole position if `per` says so. */
  amount: string | null
  currency: string | null
  is_estimated: boolean
  per: string | null
  ex_date: string | null
  what: string | null
  /** Whether it is a split that states its ratio. */
  has_ratio: boolean
}

/** The calendars of instruments, in a total order. */
export async function readCalendar(tx: Scoped, ids: readonly string[]): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select id, instrument_id, event_type, date, amount, currency, is_estimated, details ->> 'per' as per,
      details ->> 'ex_date' as ex_date, details ->> 'of' as what, details ? 'numerator' as has_ratio
    from instrument_event where instrument_id = any(${ids}::uuid[]) order by date, instrument_id, event_type, id`.execute(
    tx,
  )
  return rows
}

/** The source of the last price of each instrument. */
export async function readPriceSources(tx: Scoped, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; source: string }>`
    select wanted.id, last.source
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select source from price where instrument_id = wanted.id order by date desc limit 1) as last`.execute(
    tx,
  )
  return new Map(rows.map(({ id, source }) => [id, source]))
}

/** The source of the last rate of each currency. */
export async function readRateSources(tx: Scoped): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; source: string }>`
    select known.currency as id, last.source
    from (select distinct currency from fx_chunk) as known
    cross join lateral (
      select source from fx_rate where currency = known.currency order by date desc limit 1) as last`.execute(
    tx,
  )
  return new Map(rows.map(({ id, source }) => [id, source]))
}

/** The manual assets among these. A security that a family imported is none: it has prices. */
export async function readOwnInstruments(tx: Scoped, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from instrument where id = any(${ids}::uuid[]) and family_id is not null and price_kind = 'valuation'`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
