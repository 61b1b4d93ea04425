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
  /** False for a session opened by a mailed link. */
  hasPassword: boolean
}

export interface Origin {
  address: string
  network: string
  deviceHash: Buffer | null
}

export type Rotation =
  /** `next` is the current token: rotated now, or a moment ago by another tab. */
  { kind: 'renewed'; userId: string; present: Date } | { kind: 'refused' }

const present = sql<Date>`present_moment()`
const isTwoFactorActive = sql<boolean>`exists (
  select from two_factor t where t.user_id = app_user.id and t.activated_at is not null)`
/** A client not used for longer counts as unknown. */
const knownClientDays = 180

export function authStore(database: () => Database) {
  return {
    /** Finds a user by username or e-mail address. Disabled users are excluded. */
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
          // A username that equals the address of another user must not shadow that user.
          .orderBy(sql`lower(username) = ${login.toLowerCase()}`, 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
    },

    async readPasswordHash(userId: string): Promise<string | null> {
      return database().within({ user: userId }, async tx => {
        const row = await tx
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', userId)
          .executeTakeFirst()
        return row?.password_hash ?? null
      })
    },

    /** The typed name is not recorded, since it may be a password. */
    async recordFailure(
      user: { id: string; familyId: string | null } | null,
      address: string,
    ): Promise<void> {
      await database().within('system', tx =>
        writeAudit(tx, {
          actorId: user?.id ?? null,
          familyId: user?.familyId ?? null,
          action: 'sign_in_failed',
          address,
        }),
      )
    },

    /** Whether this account has signed in from this device or address before. */
    async knownOrigin(account: { login: string } | { id: string }, origin: Origin) {
      const who =
        'id' in account
          ? sql`u.id = ${account.id}`
          : sql`(lower(u.username) = ${account.login} or lower(u.email) = ${account.login})`
      const since = sql`s.created_at > present_moment() - make_interval(days => ${knownClientDays})`
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

    /** Opens a sign-in and audits it. Notifies the owner about an unknown client. */
    openSignIn(signIn: NewSignIn): Promise<{ id: string; present: Date }> {
      return database().within('system', async tx => {
        const isNewClient = await isUnknownClient(tx, signIn)
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
        if (isNewClient) {
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
     * Rotates the refresh token. A token spent within the grace period gets the same successor again; any other
     * spent token means that two parties hold it, and ends the sign-in. No successor outlives its sign-in.
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

    /** Records when the password was confirmed, and with which code. */
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

    /** Ends a sign-in by its current or just spent token. */
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

/** False for the first client of a user. */
async function isUnknownClient(tx: Scoped, signIn: NewSignIn): Promise<boolean> {
  const rows = await tx
    .selectFrom('sign_in')
    .select('client')
    .distinct()
    .where('user_id', '=', signIn.userId)
    .where('created_at', '>', sql<Date>`present_moment() - make_interval(days => ${knownClientDays})`)
    .limit(200)
    .execute()
  const name = clientName(signIn.client)
  return rows.length > 0 && rows.every(row => clientName(row.client) !== name)
}
