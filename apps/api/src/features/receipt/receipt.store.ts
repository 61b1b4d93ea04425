import { sql } from 'kysely'
import {
  type BenchmarkData,
  type BenchmarkSubject,
  readBenchmark,
} from '../../figures/benchmarks/benchmark-rows.store.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'

/** An input whose source is in the ledger or the market data. */
export type Origin =
  | { kind: 'transaction'; id: string }
  | { kind: 'price'; instrument: string; date: string }
  | { kind: 'rate'; currency: string; date: string }

/** A stated rate that another one was derived by: EUR/CHF 0.9246. */
export interface RateLeg {
  pair: string
  rate: string
  source: string
}

export interface FoundSource {
  source: string
  /** The day that a quote is of. */
  date: string | null
  /** Of a derived rate: the rates that it was derived by. */
  legs?: readonly RateLeg[]
}

/** Sources by origin key. */
export type Sources = ReadonlyMap<string, FoundSource>

export type ReceiptStore = ReturnType<typeof receiptStore>

export function originKey(origin: Origin): string {
  if (origin.kind === 'transaction') return origin.id
  return `${origin.kind === 'price' ? origin.instrument : origin.currency} ${origin.date}`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds the sources of receipt inputs that the caller may see. */
export function receiptStore(database: () => Database) {
  return {
    /** The benchmark of the only family of a call, or of one of its strategies or groups. */
    async readBenchmark(
      userId: string,
      [family, ...others]: readonly string[],
      subject: BenchmarkSubject,
    ): Promise<BenchmarkData | null> {
      if (family === undefined || others.length > 0) return null
      return readBenchmark(database(), userId, family, subject)
    },

    findSources(userId: string, origins: readonly Origin[]): Promise<Sources> {
      const of = <Kind extends Origin['kind']>(kind: Kind) =>
        origins.filter((origin): origin is Extract<Origin, { kind: Kind }> => origin.kind === kind)
      const transactions = of('transaction')
        .map(({ id }) => id)
        .filter(id => uuid.test(id))
      const prices = of('price').filter(({ instrument }) => uuid.test(instrument))
      const rates = of('rate')
      return database().within({ user: userId }, async tx => {
        const found = new Map<string, FoundSource>()
        const posted = await sql<{ id: string; source: string }>`
          select root_id as id, source from transaction
          where root_id = any(${transactions}::uuid[]) and superseded_by is null`.execute(tx)
        for (const { id, source } of posted.rows)
          found.set(id, { source: `receipt_source_${source}`, date: null })
        const quoted = await sql<{ id: string; asked: string; date: string; source: string }>`
          select q.id, q.asked, p.date, p.source
          from unnest(${prices.map(({ instrument }) => instrument)}::uuid[], ${prices.map(({ date }) => date)}::date[])
            as q (id, asked)
          cross join lateral (
            select date, source from price
            where instrument_id = q.id and date <= q.asked order by date desc limit 1) p`.execute(tx)
        for (const { id, asked, date, source } of quoted.rows) found.set(`${id} ${asked}`, { source, date })
        for (const { id, asked, legs, ...rate } of await findRates(tx, rates))
          found.set(`${id} ${asked}`, { ...rate, ...(legs && { legs }) })
        return found
      })
    },
  }
}

interface RateSource extends Omit<FoundSource, 'legs'> {
  id: string
  asked: string
  legs: RateLeg[] | null
}

/** The rates in use on some days. A derived one has the pair as stated, and the rate of its other currency. */
async function findRates(
  tx: Scoped,
  rates: readonly { currency: string; date: string }[],
): Promise<RateSource[]> {
  const { rows } = await sql<RateSource>`
    select q.id, q.asked, r.date, r.source,
      case when r.stated_rate is not null then array_remove(array[
        jsonb_build_object('pair', r.stated_base || '/' || r.stated_quote, 'rate', trim_scale(r.stated_rate)::text,
          'source', r.source),
        case when v.rate is not null then jsonb_build_object('pair', r.via || '/USD', 'rate', trim_scale(v.rate)::text,
          'source', v.source) end], null) end as legs
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ date }) => date)}::date[])
      as q (id, asked)
    cross join lateral (
      select * from fx_rate where currency = q.id and date <= q.asked order by date desc limit 1) r
    left join lateral (
      select rate, source from fx_rate where currency = r.via and date <= r.date order by date desc limit 1) v on true`.execute(
    tx,
  )
  return rows
}
