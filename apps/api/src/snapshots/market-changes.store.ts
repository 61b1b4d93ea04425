import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'

/** A subject of market data, and the market version that changed it last. */
export interface MarketChange {
  /** An instrument, `ratesSubject` or `anySubject`. */
  subject: string
  version: string
}

export async function readMarketChanges(tx: Scoped, after: string): Promise<MarketChange[]> {
  const { rows } = await sql<MarketChange>`
    select subject, version from market_change where version > ${after}::bigint order by version, subject`.execute(
    tx,
  )
  return rows
}
