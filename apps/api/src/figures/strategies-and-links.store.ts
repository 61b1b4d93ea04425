import type { LinkKind } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** A strategy of the user: a named group of positions. */
export interface OwnStrategy {
  id: string
  name: string
  position_ids: string[]
}

/** A link between two positions that a user made. */
export interface OwnLink {
  id: string
  position_id: string
  linked_position_id: string
  kind: LinkKind
  note: string | null
}

export type ToolsStore = ReturnType<typeof toolsStore>

/** The strategies and links of families, as far as the user may see them. */
export function toolsStore(database: () => Database) {
  return {
    strategies(userId: string, familyIds: readonly string[]): Promise<OwnStrategy[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<OwnStrategy>`
          select s.id, s.name, coalesce(array_agg(p.position_id order by p.position_id)
            filter (where p.position_id is not null), '{}') as position_ids
          from strategy s left join strategy_position p on p.strategy_id = s.id
          where s.deleted_at is null and s.family_id = any(${familyIds}::uuid[])
          group by s.id order by lower(s.name), s.id`.execute(tx)
        return rows
      })
    },

    links(userId: string, familyIds: readonly string[]): Promise<OwnLink[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<OwnLink>`
          select id, position_id, linked_position_id, kind, note from linked_position
          where family_id = any(${familyIds}::uuid[]) order by created_at, id`.execute(tx)
        return rows
      })
    },
  }
}
