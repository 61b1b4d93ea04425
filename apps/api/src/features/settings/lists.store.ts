import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

export type ListsStore = ReturnType<typeof listsStore>

/** What the database adds to the vocabularies: what of each list this user has or may see. */
export interface OwnLists {
  families: { id: string; name: string; base_currency: string }[]
  accounts: {
    id: string
    name: string
    custodian_id: string
    custodian_name: string
    base_currency: string
    family_id: string
  }[]
  templates: { id: string; name: string; filters: Record<string, string[]> }[]
  first_booking: string | null
  last_close: string | null
}

export function listsStore(database: () => Database) {
  return {
    read(userId: string): Promise<OwnLists> {
      return database().within({ user: userId }, async tx => {
        const families = await sql<OwnLists['families'][number]>`
          select id, name, base_currency from family order by name, id`.execute(tx)
        const accounts = await sql<OwnLists['accounts'][number]>`
          select a.id, a.name, a.custodian_id, c.name as custodian_name, a.base_currency, a.family_id
          from account a join custodian c on c.id = a.custodian_id order by a.name, a.id`.execute(tx)
        const templates = await sql<OwnLists['templates'][number]>`
          select id, name, filters from template order by lower(name), id`.execute(tx)
        const range = await sql<{ first_booking: string | null; last_close: string | null }>`
          select (select min(date) from booking) as first_booking, (select last_close from market_version) as last_close`.execute(
          tx,
        )
        return {
          families: families.rows,
          accounts: accounts.rows,
          templates: templates.rows,
          first_booking: range.rows[0]?.first_booking ?? null,
          last_close: range.rows[0]?.last_close ?? null,
        }
      })
    },
  }
}
