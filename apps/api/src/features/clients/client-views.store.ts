import type { ClientView } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export type ClientViewsStore = ReturnType<typeof clientViewsStore>
type Choices = Omit<ClientView, 'id' | 'name'>

interface ViewRow {
  id: string
  name: string
  choices: Choices
}

const maxPerUser = 100

export function clientViewsStore(database: () => Database) {
  return {
    list(userId: string, page: { limit: number; offset: number }) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<ViewRow>`
          select id, name, choices from client_view order by lower(name), id
          limit ${page.limit} offset ${page.offset}`.execute(tx)
        const total = await sql<{ count: number }>`select count(*)::int as count from client_view`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    /** Replaces the view of the same name. Null if the user has too many. */
    save(userId: string, name: string, choices: Choices): Promise<ViewRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<ViewRow>`
          insert into client_view (user_id, name, choices)
          select ${userId}::uuid, ${name}, ${JSON.stringify(choices)}::jsonb
          where (select count(*) from client_view where lower(name) <> lower(${name})) < ${maxPerUser}
          on conflict (user_id, lower(name)) do update set name = excluded.name, choices = excluded.choices
          returning id, name, choices`.execute(tx)
        return rows[0] ?? null
      })
    },

    remove(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { numAffectedRows } = await sql`delete from client_view where id = ${id}`.execute(tx)
        return numAffectedRows === 1n
      })
    },
  }
}
