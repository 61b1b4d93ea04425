import type { InstrumentType } from '@plumbline/contract'
import { sql } from 'kysely'
import { parseInstrumentType } from '../../platform/db/checked-words.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/listing.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'

export type TickersStore = ReturnType<typeof tickersStore>

export interface TickerRow {
  id: string
  name: string
  long_name: string | null
  symbol: string | null
  isin: string | null
  exchange: string | null
  instrument_type: InstrumentType
  currency: string
  is_split_adjusted: boolean
  splits: { date: string; numerator: string; denominator: string }[]
}

type StoredTicker = Omit<TickerRow, 'instrument_type'> & { instrument_type: string }

function parseTicker(row: StoredTicker): TickerRow {
  return { ...row, instrument_type: parseInstrumentType(row.instrument_type) }
}

export interface CloseRow {
  instrument_id: string
  date: string
  close: string
}

/**
 * Securities of the platform and those that the user's families imported; row-level security hides others. Contracts
 * expire, so they are in the catalogue only if marked as watchable.
 */
const isInCatalogue = sql`${isSecurity}
  and (i.is_watchable or i.instrument_type not in ('option', 'future', 'fx_forward', 'cash'))`
const isTradable = sql`${isSecurity} and i.instrument_type <> 'cash'`

const columns = sql`i.id, i.name, i.long_name, i.symbol, i.isin, i.exchange, i.instrument_type, i.currency,
  i.is_split_adjusted,
  coalesce((
    select jsonb_agg(jsonb_build_object(
        'date', s.ex_date, 'numerator', s.numerator::text, 'denominator', s.denominator::text) order by s.ex_date)
    from split s where s.instrument_id = i.id), '[]') as splits`

interface TickerSearch {
  q: string
  contracts: boolean
  family?: string | undefined
  limit: number
  offset: number
}

/** The ticker catalogue and its closes. */
export function tickersStore(database: () => Database) {
  return {
    search(
      userId: string,
      { q, contracts, family, limit, offset }: TickerSearch,
    ): Promise<{ rows: TickerRow[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const part = likePattern(q)
        const start = part.slice(1)
        const where = sql`${contracts ? isTradable : isInCatalogue} and (i.name ilike ${part} or i.long_name ilike ${part}
          or i.symbol ilike ${part} or i.isin ilike ${part})
          and (i.family_id is null or i.family_id = coalesce(${family ?? null}::uuid, i.family_id))`
        // Exact matches first, then prefixes.
        const { rows } = await sql<StoredTicker>`
          select ${columns} from instrument i where ${where}
          order by lower(i.symbol) = ${q.toLowerCase()} desc nulls last, i.isin = ${q.toUpperCase()} desc nulls last,
            i.symbol ilike ${start} desc nulls last, i.name ilike ${start} desc, lower(i.name), i.id
          limit ${limit} offset ${offset}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from instrument i where ${where}`.execute(tx)
        return { rows: rows.map(parseTicker), count: counted.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, id: string): Promise<TickerRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<StoredTicker>`
          select ${columns} from instrument i where i.id = ${id} and ${isInCatalogue}`.execute(tx)
        return rows[0] ? parseTicker(rows[0]) : null
      })
    },

    closes(
      userId: string,
      id: string,
      range: { start_date?: string | undefined; end_date?: string | undefined },
    ): Promise<CloseRow[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<CloseRow>`
          select instrument_id, date, close from price
          where instrument_id = ${id} and date >= coalesce(${range.start_date ?? null}::date, '-infinity')
            and date <= coalesce(${range.end_date ?? null}::date, 'infinity')
          order by date`.execute(tx)
        return rows
      })
    },
  }
}

/** Tickers by id, including those that left the catalogue. */
export async function readTickers(tx: Scoped, ids: readonly string[]): Promise<Map<string, TickerRow>> {
  const { rows } = await sql<StoredTicker>`
    select ${columns} from instrument i where i.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(row => [row.id, parseTicker(row)]))
}

/** Recent closes of each ticker, counted back from its own last close. */
export async function readRecentCloses(
  tx: Scoped,
  ids: readonly string[],
  days: number,
): Promise<CloseRow[]> {
  const { rows } = await sql<CloseRow>`
    select p.instrument_id, p.date, p.close
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (select max(date) as last from price where instrument_id = wanted.id) latest
    -- There is a close a day at most. The limit has them looked up by ticker: without it all prices are read.
    cross join lateral (
      select instrument_id, date, close from price
      where instrument_id = wanted.id and date > latest.last - ${days}::int
      order by date desc limit ${days}::int) p
    order by p.instrument_id, p.date`.execute(tx)
  return rows
}
