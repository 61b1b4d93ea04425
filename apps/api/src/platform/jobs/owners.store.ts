import { parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Person } from '../auth/person.ts'
import type { Database } from '../db/database.ts'

export type OwnersStore = ReturnType<typeof ownersStore>

/** The owners of background jobs, who may have signed out meanwhile. */
export function ownersStore(database: () => Database) {
  return {
    /** The owner's current role and language; null if the user may no longer sign in. */
    find(userId: string): Promise<Person | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<Omit<Person, 'language'> & { language: string | null }>`
          select u.id, u.username, u.name, u.role, u.family_id as "familyId", s.chosen ->> 'language' as language
          from app_user u left join user_settings s on s.user_id = u.id
          where u.id = ${userId} and u.disabled_at is null and u.password_hash is not null`.execute(tx)
        return rows[0] ? { ...rows[0], language: parseLanguage(rows[0].language) } : null
      })
    },
  }
}
