import { sql } from 'kysely'
import type { Scoped } from '../database.ts'
import { listYears, mergeChunks, noteMarketChange, type Quote, ratesSubject } from './market.ts'

/** A rate as it was stated: 1 `base` = `rate` `quote`. */
export interface StatedRate {
  base: string
  quote: string
  rate: string
}

/** One unit of a currency in the pivot currency. */
export interface RateQuote extends Quote {
  /** Absent where the rate itself was stated. */
  stated?: StatedRate
  /** The other currency of a stated pair without the pivot, by whose rate this one was derived. */
  via?: string | null
}

/** Who states a rate. What a person entered is replaced by no provider. */
export interface RateOrigin {
  source: string
  isEntered?: boolean
  setBy?: string | null
}

/** Rates per statement: the whole history of the ECB takes about thirty. */
const slice = 10_000

/** A rate is carried forward for a week, so that long a derived one depends on it. */
export const carriedDays = 7

/** Writes exchange rates as rows and into their yearly columns, then those that are derived by them. */
export async function writeRates(tx: Scoped, quotes: readonly RateQuote[], origin: RateOrigin) {
  if (quotes.length === 0) return
  await noteMarketChange(tx, [ratesSubject])
  const sorted = quotes.toSorted((a, b) => (`${a.id} ${a.date}` < `${b.id} ${b.date}` ? -1 : 1))
  for (let from = 0; from < sorted.length; from += slice)
    await writeSlice(tx, sorted.slice(from, from + slice), origin)
  await deriveAgain(tx, quotes, 1)
}

export async function removeRate(tx: Scoped, currency: string, date: string): Promise<void> {
  await noteMarketChange(tx, [ratesSubject])
  await sql`delete from fx_rate where currency = ${currency} and date = ${date}::date`.execute(tx)
  await writeColumns(tx, [{ id: currency, date, value: 'NaN' }])
  await deriveAgain(tx, [{ id: currency, date }], 1)
}

async function writeSlice(
  tx: Scoped,
  quotes: readonly RateQuote[],
  { source, isEntered = false, setBy = null }: RateOrigin,
): Promise<void> {
  const column = (read: (quote: RateQuote) => string | null | undefined) =>
    quotes.map(quote => read(quote) ?? null)
  await sql`
    insert into fx_rate (currency, date, rate, source, is_entered, set_by, via, stated_base, stated_quote, stated_rate)
    select id, date::date, value::numeric, ${source}, ${isEntered}, ${setBy}::uuid, via, base, quote, stated::numeric
    from unnest(${column(q => q.id)}::text[], ${column(q => q.date)}::text[], ${column(q => q.value)}::text[],
      ${column(q => q.via)}::text[], ${column(q => q.stated?.base)}::text[], ${column(q => q.stated?.quote)}::text[],
      ${column(q => q.stated?.rate)}::text[]) as q (id, date, value, via, base, quote, stated)
    on conflict (currency, date) do update
      set rate = excluded.rate, source = excluded.source, is_entered = excluded.is_entered, set_by = excluded.set_by,
        via = excluded.via, stated_base = excluded.stated_base, stated_quote = excluded.stated_quote,
        stated_rate = excluded.stated_rate, received_at = present_moment()`.execute(tx)
  await writeColumns(tx, quotes)
}

async function writeColumns(tx: Scoped, quotes: readonly Quote[]): Promise<void> {
  const touched = listYears(quotes)
  const known = await sql<{ id: string; year: number; bytes: Buffer }>`
    select currency as id, year, rates as bytes from fx_chunk
    where (currency, year) in (select id, year from unnest(${touched.ids}::text[], ${touched.years}::int[]) as t (id, year))
    for update`.execute(tx)
  const chunks = mergeChunks(quotes, known.rows)
  await sql`
    insert into fx_chunk (currency, year, rates)
    select id, year, decode(bytes, 'base64')
    from unnest(${chunks.ids}::text[], ${chunks.years}::int[], ${chunks.bytes}::text[]) as c (id, year, bytes)
    on conflict (currency, year) do update set rates = excluded.rates`.execute(tx)
}

interface Derived {
  currency: string
  date: string
  rate: string
  stated_base: string
  stated_rate: string
  via_rate: string
}

/** Longest chain of derived rates: A by B, B by C. */
const maxDepth = 3

/** Follows a change of the rates that others were derived by. What was stated stays as stated. */
async function deriveAgain(
  tx: Scoped,
  changed: readonly Pick<Quote, 'id' | 'date'>[],
  depth: number,
): Promise<void> {
  const dates = changed.map(({ date }) => date).sort()
  const { rows } = await sql<Derived>`
    select r.currency, r.date::text as date, r.rate::text, r.stated_base, r.stated_rate::text, v.rate::text as via_rate
    from fx_rate r
    cross join lateral (
      select rate from fx_rate where currency = r.via and date <= r.date order by date desc limit 1) v
    where r.via = any(${[...new Set(changed.map(({ id }) => id))]}::text[])
      and r.date between ${dates[0] ?? ''}::date and ${dates.at(-1) ?? ''}::date + ${carriedDays}::int`.execute(
    tx,
  )
  const moved = rows.flatMap(
    ({ currency, date, rate, stated_base: base, stated_rate: stated, via_rate: via }) => {
      const value = deriveRate(via, stated, base === currency)
      return value === rate ? [] : [{ id: currency, date, value }]
    },
  )
  if (moved.length === 0) return
  await sql`
    update fx_rate r set rate = q.value::numeric
    from unnest(${moved.map(q => q.id)}::text[], ${moved.map(q => q.date)}::text[], ${moved.map(q => q.value)}::text[])
      as q (id, date, value)
    where r.currency = q.id and r.date = q.date::date`.execute(tx)
  await writeColumns(tx, moved)
  if (depth < maxDepth) await deriveAgain(tx, moved, depth + 1)
}

/** The rate of one side of a stated pair by that of the other: of the base it is multiplied, of the quote divided. */
export function deriveRate(other: string, stated: string, isBase: boolean): string {
  const value = isBase ? Number(other) * Number(stated) : Number(other) / Number(stated)
  return toDecimal(value)
}

/** Rounds away float64 noise and avoids exponents. */
function toDecimal(value: number): string {
  const short = Number(value.toPrecision(15))
  return short < 1e-6 ? short.toFixed(20).replace(/0+$/, '') : String(short)
}
