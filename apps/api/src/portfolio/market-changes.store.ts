import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'

/** Something that books rest on, and the version of the market that changed it last. */
export interface MarketChange {
  /** An instrument, or one of the two below. */
  subject: string
  version: string
}

/** What one unit of any currency is worth. */
export const ratesSubject = 'rates'
/** Whoever wrote did not say what. */
export const anySubject = '*'

export async function readMarketChanges(tx: Scoped, after: string): Promise<MarketChange[]> {
  const { rows } = await sql<MarketChange>`
    select subject, version from market_change where version > ${after}::bigint order by version, subject`.execute(
    tx,
  )
  return rows
}
