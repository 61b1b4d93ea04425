import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { MarketChange } from './market-effect.query.ts'

/** A price concerns few families; those with the most transactions in it stand for the others. */
const mostFamilies = 30

/** The families that the caller sees with transactions in an instrument or a currency, the busiest first. */
export async function listHolders(
  database: Database,
  userId: string,
  change: MarketChange,
): Promise<string[]> {
  return database.within({ user: userId }, async tx => {
    const concerned =
      change.kind === 'price'
        ? sql`t.instrument_id = ${change.instrument}`
        : sql`${change.currency} in (t.currency, t.counter_currency)`
    const { rows } = await sql<{ family_id: string }>`
      select t.family_id::text as family_id from transaction t
      where ${concerned} and t.superseded_by is null
      group by t.family_id order by count(*) desc, t.family_id limit ${mostFamilies}`.execute(tx)
    return rows.map(row => row.family_id)
  })
}
