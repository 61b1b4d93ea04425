import { parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import type { MailKind } from './compose.ts'
import { mailUser } from './outbox.store.ts'

/** Notifies a user of a change of their credentials, by mail and in the app. Never with a secret. */
export async function notifyOwner(
  tx: Scoped,
  userId: string,
  kind: MailKind,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mailUser(tx, userId, { kind, values })
  const { rows } = await sql<{ at: Date }>`select present_moment() as at`.execute(tx)
  const facts = { about: 'account', mail: kind, values, at: rows[0]?.at.toISOString() ?? '' }
  await sql`
    insert into notification (user_id, occurrence, kind, details)
    values (${userId}, ${kind} || '/' || gen_random_uuid(), 'account', ${JSON.stringify({ facts })}::jsonb)`.execute(
    tx,
  )
}

/** The saved language and time zone of a user. */
export async function readPreferences(tx: Scoped, userId: string) {
  const { rows } = await sql<{ language: string | null; time_zone: string | null }>`
    select chosen ->> 'language' as language, chosen ->> 'time_zone' as time_zone
    from user_settings where user_id = ${userId}`.execute(tx)
  return { language: parseLanguage(rows[0]?.language), timeZone: rows[0]?.time_zone ?? 'UTC' }
}
