import type { Role } from '@plumbline/contract'
import { type Language, languageOf } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

export type OwnersStore = ReturnType<typeof ownersStore>

interface Owner {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
  /** As saved. */
  language: Language
}

/** Whoever asked for long work, which is done when they may have left already. */
export function ownersStore(database: () => Database) {
  return {
    /** As they are now; null once they may not come in any more. */
    find(userId: string): Promise<Owner | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<Omit<Owner, 'language'> & { language: string | null }>`
          select u.id, u.username, u.name, u.role, u.family_id as "familyId", s.chosen ->> 'language' as language
          from app_user u left join user_settings s on s.user_id = u.id
          where u.id = ${userId} and u.disabled_at is null and u.password_hash is not null`.execute(tx)
        return rows[0] ? { ...rows[0], language: languageOf(rows[0].language) } : null
      })
    },
  }
}
