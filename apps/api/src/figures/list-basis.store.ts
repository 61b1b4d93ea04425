import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** The basis of the figures in a list of families or accounts. */
export interface ListBasis {
  /** The currency of the user's settings, else the common base currency of the families, else CHF. */
  currency: string
  today: string
  /** The one family of the list; null where it covers several. */
  family: { id: string; name: string } | null
}

/** Reads the basis of a list about one family, or with null about every family the user may see. */
export function readListBasis(
  database: Database,
  userId: string,
  familyId: string | null,
): Promise<ListBasis> {
  return database.within({ user: userId }, async tx => {
    const { rows } = await sql<ListBasis>`
      with covered as (select id, name, base_currency from family where ${familyId}::uuid is null or id = ${familyId})
      select coalesce(
          (select chosen ->> 'currency' from user_settings where user_id = ${userId}),
          (select min(base_currency) from covered having count(distinct base_currency) = 1), 'CHF') as currency,
        present_moment()::date as today,
        (select jsonb_build_object('id', id, 'name', name) from covered where (select count(*) from covered) = 1) as family
    `.execute(tx)
    return rows[0] ?? { currency: 'CHF', today: '1970-01-01', family: null }
  })
}

/** The last day of a list whose families may end on different days. */
export function findLastDay(days: readonly string[]): string | null {
  return days.reduce<string | null>((last, day) => (last === null || day > last ? day : last), null)
}
