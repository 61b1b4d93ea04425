import { parseDay } from '@plumbline/engine'
import { sql } from 'kysely'
import { isUnusualPrice } from '../../figures/plausibility/unusual-price.ts'
import type { Scoped } from '../../platform/db/database.ts'
import type { Quote } from '../../platform/db/market/market.ts'

/** A quote that is far from the one before it. */
export interface UnusualQuote {
  id: string
  date: string
  value: number
  /** The quote before it in the file or the database, else the first one after it. */
  last: number
}

interface Compared extends UnusualQuote {
  last_date: string
}

export interface Limits {
  /** Above this change within a year a quote is unusual. */
  maxChange: number
  isOption?: (id: string) => boolean
}

/** The most unusual quote of each currency or security. */
export async function findUnusual(
  tx: Scoped,
  table: 'fx_rate' | 'price',
  quotes: readonly Quote[],
  { maxChange, isOption = () => false }: Limits,
): Promise<UnusualQuote[]> {
  const found = new Map<string, UnusualQuote>()
  for (const quote of await compareWithLast(tx, table, quotes, 1 + maxChange)) {
    const [first = 0, second = 0] = [parseDay(quote.date), parseDay(quote.last_date)].sort((a, b) => a - b)
    const options = { maxChange, isOption: isOption(quote.id) }
    if (!isUnusualPrice(quote.value, second, { day: first, price: quote.last }, options)) continue
    const worst = found.get(quote.id)
    if (!worst || distance(quote) > distance(worst)) found.set(quote.id, quote)
  }
  return [...found.values()]
}

const distance = ({ value, last }: UnusualQuote): number =>
  value / last <= 0 ? Number.POSITIVE_INFINITY : Math.abs(Math.log(value / last))

/** The quotes that differ from the last one by more than a factor. */
async function compareWithLast(
  tx: Scoped,
  table: 'fx_rate' | 'price',
  quotes: readonly Quote[],
  factor: number,
): Promise<Compared[]> {
  const stored =
    table === 'fx_rate'
      ? sql`select date, rate::float8 as value from fx_rate where currency = f.id`
      : sql`select date, close::float8 as value from price where instrument_id = f.id::uuid`
  const { rows } = await sql<Compared>`
    with given as (
      select distinct on (id, date) id, date, value
      from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::date[], ${quotes.map(q => q.value)}::float8[])
        with ordinality as q (id, date, value, place)
      order by id, date, place desc),
    file as (
      select id, date, value, lag(date) over days as before_date, lag(value) over days as before
      from given window days as (partition by id order by date)),
    compared as (
      select f.id, f.date, f.value,
        case when f.before_date >= s.date and s.date < f.date then f.before_date
          else coalesce(s.date, f.before_date, n.date) end as last_date,
        case when f.before_date >= s.date and s.date < f.date then f.before
          else coalesce(s.value, f.before, n.value) end as last
      from file f
      left join lateral (${stored} and date <= f.date order by date desc limit 1) s on true
      left join lateral (${stored} and date > f.date order by date limit 1) n
        on s.date is null and f.before_date is null)
    select id, date::text, value, last_date::text, last from compared
    where last <> 0 and (value / last <= 0 or greatest(value / last, last / value) > ${factor}::float8)
    order by id, date`.execute(tx)
  return rows
}
