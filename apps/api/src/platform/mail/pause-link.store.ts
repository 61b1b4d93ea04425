import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import type { ServerKey } from '../keys/server-keys.store.ts'
import { equalBytes } from '../keys/server-keys.ts'

/** A token that is valid for one mail and for nothing else. */
export function createPauseToken(key: Uint8Array, mailId: string): string {
  return createHmac('sha256', key).update('pause-mail/').update(mailId).digest('base64url')
}

/**
 * Pauses the mail of the rules that a mail was about, for its recipient. Changes nothing else and may be repeated.
 *
 * @returns false for a wrong token, and for a mail that is unknown or has no such link.
 */
export async function pauseByLink(
  tx: Scoped,
  keys: readonly ServerKey[],
  mailId: string,
  token: string,
): Promise<boolean> {
  const given = Buffer.from(token)
  if (!keys.some(key => equalBytes(given, Buffer.from(createPauseToken(key.bytes, mailId))))) return false
  const { rows } = await sql<{ is_pausable: boolean }>`
    select is_pausable from mail where id = ${mailId}`.execute(tx)
  if (!rows[0]?.is_pausable) return false
  await sql`
    insert into mail_pause (task_id, recipient)
    select distinct n.task_id, n.recipient from notification n join user_task t on t.id = n.task_id
    where n.mail_id = ${mailId} and n.channel = 'email'
    on conflict do nothing`.execute(tx)
  return true
}
