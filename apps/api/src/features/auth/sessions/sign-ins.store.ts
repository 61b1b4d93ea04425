import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'

export type SignInsStore = ReturnType<typeof signInsStore>

const present = sql<Date>`present_moment()`
const open = sql<boolean>`sign_in.ended_at is null and sign_in.expires_at > present_moment()`

export function signInsStore(database: () => Database) {
  return {
    list(userId: string) {
      return database().within({ user: userId }, tx =>
        tx
          .selectFrom('sign_in')
          .select(['id', 'created_at', 'last_seen_at', 'ends_at', 'client'])
          .select(sql<string | null>`host(address)`.as('address'))
          .where('user_id', '=', userId)
          .where(open)
          .orderBy('last_seen_at', 'desc')
          .orderBy('id')
          .execute(),
      )
    },

    /** False if this user has no such sign-in. */
    async end(userId: string, signInId: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const ended = await tx
          .updateTable('sign_in')
          .set({ ended_at: present, end_reason: 'revoked' })
          .where('id', '=', signInId)
          .where('user_id', '=', userId)
          .where(open)
          .executeTakeFirst()
        return ended.numUpdatedRows === 1n
      })
    },

    endOthers(userId: string, familyId: string | null, keep: string | null): Promise<number> {
      return database().within('system', async tx => {
        const ended = await endSignIns(tx, userId, 'revoked', keep)
        await writeAudit(tx, { actorId: userId, familyId, action: 'other_sign_ins_ended' })
        return ended
      })
    },
  }
}

/** Ends all sign-ins of a user, or all but one, and open challenges. Returns the count of ended sign-ins. */
export async function endSignIns(
  tx: Scoped,
  userId: string,
  reason: 'revoked' | 'password' | 'two_factor',
  keep: string | null,
): Promise<number> {
  await tx.deleteFrom('two_factor_challenge').where('user_id', '=', userId).execute()
  let query = tx
    .updateTable('sign_in')
    .set({ ended_at: present, end_reason: reason })
    .where('user_id', '=', userId)
    .where(open)
  if (keep !== null) query = query.where('id', '<>', keep)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
