import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** An input whose source is in the ledger or the market data. */
export type Origin =
  | { kind: 'transaction'; id: string }
  | { kind: 'price'; instrument: string; date: string }
  | { kind: 'rate'; currency: string; date: string }

/** Sources by origin key. Quotes have the day they are of. */
export type Sources = ReadonlyMap<string, { source: string; date: string | null }>

export type ReceiptStore = ReturnType<typeof receiptStore>

export function originKey(origin: Origin): string {
  if (origin.kind === 'transaction') return origin.id
  return `${origin.kind === 'price' ? origin.instrument : origin.currency} ${origin.date}`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds the sources of receipt inputs that the caller may see. */
export function receiptStore(database: () => Database) {
  return {
    findSources(userId: string, origins: readonly Origin[]): Promise<Sources> {
      const of = <Kind extends Origin['kind']>(kind: Kind) =>
        origins.filter((origin): origin is Extract<Origin, { kind: Kind }> => origin.kind === kind)
      const transactions = of('transaction')
        .map(({ id }) => id)
        .filter(id => uuid.test(id))
      const prices = of('price').filter(({ instrument }) => uuid.test(instrument))
      const rates = of('rate')
      return database().within({ user: userId }, async tx => {
        const found = new Map<string, { source: string; date: string | null }>()
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
        const rated = await sql<{ id: string; asked: string; date: string; source: string }>`
          select q.id, q.asked, r.date, r.source
          from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ date }) => date)}::date[])
            as q (id, asked)
          cross join lateral (
            select date, source from fx_rate
            where currency = q.id and date <= q.asked order by date desc limit 1) r`.execute(tx)
        for (const { id, asked, date, source } of rated.rows) found.set(`${id} ${asked}`, { source, date })
        return found
      })
    },
  }
}
