import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import type { NewLink } from './links.ts'

export const linkMinutes = {
  invitation: 7 * 24 * 60,
  registration: 24 * 60,
  password_reset: 60,
  email_change: 60,
} as const

/** Stores a link of a user. It invalidates earlier links with the same purpose. */
export async function issueLink(
  tx: Scoped,
  link: NewLink & { purpose: 'invitation' | 'password_reset' | 'email_change' },
  to: { userId: string; email: string | null },
): Promise<void> {
  await voidLinks(tx, to.userId, [link.purpose])
  await tx
    .insertInto('one_time_link')
    .values({
      id: link.id,
      purpose: link.purpose,
      user_id: to.userId,
      email: to.email,
      token_hash: link.tokenHash,
      expires_at: sql<string>`present_moment() + make_interval(mins => ${linkMinutes[link.purpose]})`,
    })
    .execute()
}

/** Invalidates the open links of a user. */
export async function voidLinks(
  tx: Scoped,
  userId: string,
  purposes: ('invitation' | 'password_reset' | 'email_change')[],
): Promise<void> {
  // The lock on the user's row serialises concurrent calls, which could otherwise miss each other's links.
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx
    .updateTable('one_time_link')
    .set({ used_at: sql`present_moment()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
