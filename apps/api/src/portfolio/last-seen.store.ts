import { languageOf } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Person } from '../http/signed-in.ts'

/** Who was here last and may come again; where nobody was yet, somebody who is expected. Null without any users. */
export async function readLastSeen(database: Database): Promise<Person | null> {
  return database.within('system', async tx => {
    const { rows } = await sql<Omit<Person, 'language'> & { language: string | null }>`
      select u.id, u.username, u.name, u.role, u.family_id as "familyId", s.chosen ->> 'language' as language
      from app_user u
        left join user_settings s on s.user_id = u.id
        left join (select user_id, max(last_seen_at) as at from sign_in group by user_id) seen on seen.user_id = u.id
      where u.disabled_at is null and u.password_hash is not null
      order by seen.at desc nulls last, u.role = 'investor' desc, u.id
      limit 1`.execute(tx)
    return rows[0] ? { ...rows[0], language: languageOf(rows[0].language) } : null
  })
}
