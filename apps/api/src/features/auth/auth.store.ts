import { sql } from 'kysely'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { mailUser } from '../../platform/mail/outbox.store.ts'
import { clientName } from './sessions/client-name.ts'
import {
  refreshLifetimeDays,
  rotationGraceSeconds,
  sameBytes,
  sessionDays,
} from './sessions/refresh-token.ts'

export type AuthStore = ReturnType<typeof authStore>

export interface NewSignIn {
  userId: string
  familyId: string | null
  isWeb: boolean
  tokenHash: Buffer
  client: string
  address: string
  deviceHash: Buffer | null
  /** Whether it was opened with the password rather than by a mailed link. */
  hasPassword: boolean
}

/** Where a request comes from. */
export interface Origin {
  address: string
  network: string
  deviceHash: Buffer | null
}

export type Rotation =
  /** `next` is now the current token: just rotated, or rotated a moment ago by another tab. */
  { kind: 'renewed'; userId: string; present: Date } | { kind: 'refused' }

const present = sql<Date>`present_moment()`
const isTwoFactorActive = sql<boolean>`exists (
  select from two_factor t where t.user_id = app_user.id and t.activated_at is not null)`
/** A client that was last used longer ago is as good as unknown. */
const rememberedDays = 180

export function authStore(database: () => Database) {
  return {
    /** The user with this username or e-mail address. Disabled users do not exist here. */
    findForLogin(login: string) {
      return database().within('system', tx =>
        tx
          .selectFrom('app_user')
          .select(['id', 'password_hash', 'family_id', isTwoFactorActive.as('is_two_factor_active')])
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

    /** The password of a signed-in user, to check what they type. */
    async passwordOf(userId: string): Promise<string | null> {
      return database().within({ user: userId }, async tx => {
        const row = await tx
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', userId)
          .executeTakeFirst()
        return row?.password_hash ?? null
      })
    },

    /** Writes down that a sign-in failed; what was typed is left out, since it may be a password. */
    async noteFailure(user: { id: string; familyId: string | null } | null, address: string): Promise<void> {
      await database().within('system', tx =>
        writeAudit(tx, {
          actorId: user?.id ?? null,
          familyId: user?.familyId ?? null,
          action: 'sign_in_failed',
          address,
        }),
      )
    },

    /** Whether this account was signed in from that device or address before. An unknown login never was. */
    async knownOrigin(account: { login: string } | { id: string }, origin: Origin) {
      const who =
        'id' in account
          ? sql`u.id = ${account.id}`
          : sql`(lower(u.username) = ${account.login} or lower(u.email) = ${account.login})`
      const since = sql`s.created_at > present_moment() - make_interval(days => ${rememberedDays})`
      const { rows } = await database().within('system', tx =>
        sql<{ by_device: boolean; by_address: boolean }>`
          select coalesce(bool_or(s.device_hash = ${origin.deviceHash}), false) as by_device,
            coalesce(bool_or(s.address = ${origin.address}::inet or s.address <<= ${origin.network}::cidr), false)
              as by_address
          from sign_in s join app_user u on u.id = s.user_id
          where ${who} and u.disabled_at is null and ${since}`.execute(tx),
      )
      return { byDevice: rows[0]?.by_device ?? false, byAddress: rows[0]?.by_address ?? false }
    },

    /** Opens a sign-in and writes it down. The owner is told of one from a client that was not seen before. */
    openSignIn(signIn: NewSignIn): Promise<{ id: string; present: Date }> {
      return database().within('system', async tx => {
        const isNews = await isUnknownClient(tx, signIn)
        const row = await tx
          .insertInto('sign_in')
          .values({
            user_id: signIn.userId,
            is_web: signIn.isWeb,
            token_hash: signIn.tokenHash,
            expires_at: sql<string>`present_moment() + make_interval(days => ${refreshLifetimeDays})`,
            ends_at: sql<string>`present_moment() + make_interval(days => ${sessionDays})`,
            password_confirmed_at: signIn.hasPassword ? present : null,
            client: signIn.client.slice(0, 400),
            address: signIn.address,
            device_hash: signIn.deviceHash,
          })
          .returning(['id', present.as('present')])
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('app_user')
          .set({ last_login_at: present })
          .where('id', '=', signIn.userId)
          .execute()
        if (isNews) {
          const values = { client: clientName(signIn.client), address: signIn.address }
          await mailUser(tx, signIn.userId, { kind: 'new_sign_in', values })
        }
        await writeAudit(tx, {
          actorId: signIn.userId,
          familyId: signIn.familyId,
          action: 'sign_in',
          details: { client: clientName(signIn.client) },
          address: signIn.address,
        })
        return row
      })
    },

    /**
     * Replaces the token of a sign-in by its successor. A token spent within the grace is answered with the
     * same successor; any other spent one means that two parties hold it, and ends the sign-in for both. No successor
     * outlives the end of its sign-in.
     */
    rotate(signInId: string, presented: Buffer, next: Buffer, address: string): Promise<Rotation> {
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
              address,
              expires_at: sql<string>`least(ends_at, present_moment() + make_interval(days => ${refreshLifetimeDays}))`,
            })
            .where('id', '=', signInId)
            .execute()
          return { kind: 'renewed', userId: row.user_id, present: row.present }
        }
        if (row.in_grace && sameBytes(presented, row.previous_hash))
          return { kind: 'renewed', userId: row.user_id, present: row.present }
        await endSignIn(tx, signInId, 'reuse')
        await writeAudit(tx, {
          actorId: row.user_id,
          familyId: row.family_id,
          action: 'sign_in_ended_by_reuse',
          address,
        })
        return { kind: 'refused' }
      })
    },

    /** Notes that the password of this sign-in was given just now, and with which code. */
    async confirmPassword(
      user: { id: string; familyId: string | null },
      signInId: string,
      codeHash: Buffer | null,
      address: string,
    ): Promise<void> {
      await database().within({ user: user.id }, async tx => {
        await tx
          .updateTable('sign_in')
          .set({ password_confirmed_at: present, confirmed_code: codeHash })
          .where('id', '=', signInId)
          .where('user_id', '=', user.id)
          .execute()
        await writeAudit(tx, {
          actorId: user.id,
          familyId: user.familyId,
          action: 'password_confirmed',
          address,
        })
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

/** Not the very first client of a user, and none like it before. */
async function isUnknownClient(tx: Scoped, signIn: NewSignIn): Promise<boolean> {
  const rows = await tx
    .selectFrom('sign_in')
    .select('client')
    .distinct()
    .where('user_id', '=', signIn.userId)
    .where('created_at', '>', sql<Date>`present_moment() - make_interval(days => ${rememberedDays})`)
    .limit(200)
    .execute()
  const name = clientName(signIn.client)
  return rows.length > 0 && rows.every(row => clientName(row.client) !== name)
}
