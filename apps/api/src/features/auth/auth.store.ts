import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'
import { rotationGraceSeconds, sameBytes } from './refresh-token.ts'

export type AuthStore = ReturnType<typeof authStore>

export interface NewSignIn {
  userId: string
  familyId: string | null
  isWeb: boolean
  tokenHash: Buffer
  lifetimeDays: number
  client: string
  address: string
}

export type Rotation =
  /** `next` is now the current token: just rotated, or rotated a moment ago by another tab. */
  { kind: 'renewed'; userId: string; present: Date } | { kind: 'refused' }

const nilFamily = '00000000-0000-0000-0000-000000000000'
const present = sql<Date>`present_moment()`

export function authStore(database: () => Database) {
  return {
    /** The user with this username or e-mail address. Disabled users do not exist here. */
    findForLogin(login: string) {
      return database().within('system', tx =>
        tx
          .selectFrom('app_user')
          .select(['id', 'password_hash', 'family_id'])
          .where(eb =>
            eb.or([
              eb(sql`lower(username)`, '=', login.toLowerCase()),
              eb(sql`lower(email)`, '=', login.toLowerCase()),
            ]),
          )
          .where('disabled_at', 'is', null)
          // A username that is someone else's address must not shadow the address's owner.
          .orderBy(sql`lower(username) = ${login.toLowerCase()}`, 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
    },

    /** Opens a sign-in and writes it down. */
    openSignIn(signIn: NewSignIn): Promise<{ id: string; present: Date }> {
      return database().within('system', async tx => {
        const row = await tx
          .insertInto('sign_in')
          .values({
            user_id: signIn.userId,
            is_web: signIn.isWeb,
            token_hash: signIn.tokenHash,
            expires_at: sql<string>`present_moment() + make_interval(days => ${signIn.lifetimeDays})`,
            client: signIn.client.slice(0, 400),
            address: signIn.address,
          })
          .returning(['id', present.as('present')])
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('app_user')
          .set({ last_login_at: present })
          .where('id', '=', signIn.userId)
          .execute()
        await audit(tx, signIn.userId, signIn.familyId, 'sign_in', signIn.address)
        return row
      })
    },

    /**
     * Replaces the token of a sign-in by its successor. A token spent within the grace is answered with the
     * same successor; any other spent one means that two parties hold it, and ends the sign-in for both.
     */
    rotate(signInId: string, presented: Buffer, next: Buffer, lifetimeDays: number): Promise<Rotation> {
      return database().within('system', async tx => {
        const row = await tx
          .selectFrom('sign_in')
          .innerJoin('app_user', 'app_user.id', 'sign_in.user_id')
          .select(['user_id', 'family_id', 'token_hash', 'previous_hash', present.as('present')])
          .select(
            sql<boolean>`rotated_at + make_interval(secs => ${rotationGraceSeconds}) >= present_moment()`.as(
              'in_grace',
            ),
          )
          .where('sign_in.id', '=', signInId)
          .where('ended_at', 'is', null)
          .where('disabled_at', 'is', null)
          .where('expires_at', '>', present)
          .forUpdate('sign_in')
          .executeTakeFirst()
        if (!row) return { kind: 'refused' }
        if (sameBytes(presented, row.token_hash)) {
          await tx
            .updateTable('sign_in')
            .set({
              previous_hash: row.token_hash,
              token_hash: next,
              rotated_at: present,
              last_seen_at: present,
              expires_at: sql<string>`present_moment() + make_interval(days => ${lifetimeDays})`,
            })
            .where('id', '=', signInId)
            .execute()
          return { kind: 'renewed', userId: row.user_id, present: row.present }
        }
        if (row.in_grace && sameBytes(presented, row.previous_hash))
          return { kind: 'renewed', userId: row.user_id, present: row.present }
        await endSignIn(tx, signInId, 'reuse')
        await audit(tx, row.user_id, row.family_id, 'sign_in_ended_by_reuse', null)
        return { kind: 'refused' }
      })
    },

    /** Ends a sign-in whose current (or just spent) token is presented. */
    endByToken(signInId: string, presented: Buffer): Promise<void> {
      return database().within('system', async tx => {
        const row = await tx
          .selectFrom('sign_in')
          .select(['token_hash', 'previous_hash'])
          .where('id', '=', signInId)
          .executeTakeFirst()
        if (row && (sameBytes(presented, row.token_hash) || sameBytes(presented, row.previous_hash)))
          await endSignIn(tx, signInId, 'logout')
      })
    },

    endById(userId: string, signInId: string): Promise<void> {
      return database().within({ user: userId }, tx => endSignIn(tx, signInId, 'logout'))
    },
  }
}

async function endSignIn(tx: Scoped, signInId: string, reason: 'logout' | 'reuse'): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({ ended_at: present, end_reason: reason })
    .where('id', '=', signInId)
    .where('ended_at', 'is', null)
    .execute()
}

async function audit(
  tx: Scoped,
  actorId: string,
  familyId: string | null,
  action: string,
  address: string | null,
): Promise<void> {
  await tx
    .insertInto('audit_line')
    .values({ actor_id: actorId, family_id: familyId ?? nilFamily, action, address })
    .execute()
}
