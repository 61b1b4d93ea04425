import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** The names of users, who may be hidden from the caller. Users are on one node, unlike the rows that refer to them. */
export async function nameUsers(tx: Scoped, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, name_of_user(id) as name from unnest(${wanted}::uuid[]) as id`.execute(tx)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}
