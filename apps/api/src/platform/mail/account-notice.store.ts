import { fillText, parseLanguage, textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import type { MailKind } from './compose.ts'
import { mailUser, presentTime } from './outbox.store.ts'

/** Notifies a user of a change of their credentials, by mail and in the app, in their language. Never with a secret. */
export async function notifyOwner(
  tx: Scoped,
  userId: string,
  kind: MailKind,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mailUser(tx, userId, { kind, values })
  const chosen = await readPreferences(tx, userId)
  const texts = textsIn(chosen.language)
  const time = await presentTime(tx, chosen)
  const details = {
    title: texts[`mail_${kind}_subject`],
    text: fillText(texts[`mail_${kind}_text`], { time, ...values }),
  }
  await sql`
    insert into notification (user_id, occurrence, kind, details)
    values (${userId}, ${kind} || '/' || gen_random_uuid(), 'account', ${JSON.stringify(details)}::jsonb)`.execute(
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
