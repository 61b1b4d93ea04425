import type { Role } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

export type ImportOwnersStore = ReturnType<typeof importOwnersStore>

export interface Owner {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
}

/** Who asked for an import that is applied when they may have left already. */
export function importOwnersStore(database: () => Database) {
  return {
    find(userId: string): Promise<Owner | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<Owner>`
          select id, username, name, role, family_id as "familyId" from app_user
          where id = ${userId} and disabled_at is null`.execute(tx)
        return rows[0] ?? null
      })
    },
  }
}
