import type { Role } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { erasePerson, finishErasure, lockErasures } from '../../platform/db/erase-person.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import { AppError } from '../../platform/errors/app-error.ts'

export type UsersStore = ReturnType<typeof usersStore>

export interface UserRow {
  id: string
  username: string
  name: string
  email: string | null
  role: Role
  family_id: string | null
  family_name: string | null
  families: { id: string; name: string }[]
  accounts: { id: string; name: string }[] | null
  is_pending: boolean
  is_disabled: boolean
  is_mfa_active: boolean
  is_mfa_required: boolean
  /** Set for this user alone, besides the rules of family and role. */
  two_factor_required: boolean
  is_beta_tester: boolean
  invitation_expires_at: Date | null
  last_login_at: Date | null
  created_at: Date
  version: number
}

export type RemovalOutcome = 'done' | 'none' | 'last_admin' | 'yourself'

const present = sql<Date>`present_moment()`
const columns = {
  name: sql`lower(coalesce(nullif(u.name, ''), u.username))`,
  email: sql`lower(u.email)`,
  role: sql`u.role`,
  family: sql`lower(f.name)`,
  last_sign_in_at: sql`u.last_login_at`,
  created_at: sql`u.created_at`,
}

/** All under the administrator's row-level security. */
export function usersStore(database: () => Database) {
  return {
    list(
      adminId: string,
      query: {
        q?: string | undefined
        order_by: string
        limit: number
        offset: number
        familyId: string | null | undefined
      },
    ): Promise<{ rows: UserRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const conditions = [sql`true`]
        if (query.q) {
          const part = likePattern(query.q)
          conditions.push(sql`(u.name ilike ${part} or u.username ilike ${part} or u.email ilike ${part})`)
        }
        if (query.familyId) conditions.push(sql`u.family_id = ${query.familyId}`)
        const where = sql.join(conditions, sql` and `)
        const { rows } = await sql<UserRow>`
          ${selection} where ${where} ${orderClause(query.order_by, columns, sql`u.id`)}
          limit ${query.limit} offset ${query.offset}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from app_user u where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    find: (adminId: string, userId: string) =>
      database().within({ user: adminId }, tx => readUser(tx, userId)),

    /** Ends sign-ins, tokens and open links on every server at once. */
    disable(actor: Actor, userId: string): Promise<RemovalOutcome> {
      return database().within({ user: actor.id }, async tx => {
        const outcome = await lockAndCheckRemovable(tx, actor, userId)
        if (outcome !== 'done') return outcome
        const set = { disabled_at: present }
        await tx.updateTable('app_user').set(set).where('id', '=', userId).execute()
        await revokeAccess(tx, userId, 'disabled')
        await tx
          .updateTable('one_time_link')
          .set({ used_at: present })
          .where('user_id', '=', userId)
          .where('used_at', 'is', null)
          .execute()
        await auditUserChange(tx, actor, userId, 'user_disabled')
        return 'done'
      })
    },

    enable(actor: Actor, userId: string): Promise<RemovalOutcome> {
      return database().within({ user: actor.id }, async tx => {
        const row = await tx
          .updateTable('app_user')
          .set({ disabled_at: null })
          .where('id', '=', userId)
          .returning('id')
          .executeTakeFirst()
        if (!row) return 'none'
        await auditUserChange(tx, actor, userId, 'user_enabled')
        return 'done'
      })
    },

    /** Deletes a user and erases personal data. */
    remove(actor: Actor, userId: string): Promise<RemovalOutcome> {
      return database().within({ user: actor.id }, async tx => {
        const outcome = await checkRemovable(tx, actor, userId)
        if (outcome !== 'done') return outcome
        await lockErasures(tx)
        const person = await erasePerson(tx, userId)
        if (!person) return 'none'
        // Locks the admins last, since they cannot sign in meanwhile. The rollback restores the erased data if
        // the other admins are gone.
        if ((await lockAndCheckRemovable(tx, actor, userId)) !== 'done') throw new AppError('last_admin')
        await finishErasure(tx, person)
        const { rows } = await sql<{ family_id: string | null }>`
          delete from app_user where id = ${userId} returning family_id`.execute(tx)
        // The database uses the pseudonym in lines about a deleted user.
        await writeAudit(tx, {
          actorId: actor.id,
          familyId: rows[0]?.family_id ?? null,
          action: 'user_deleted',
          details: { kind: 'user', id: userId },
          address: actor.address,
        })
        return 'done'
      })
    },
  }
}

const selection = sql`
  with named as materialized (
    select a.id, a.name from account a where a.id in (select g.account_id from account_grant g)
  )
  select u.id, u.username, u.name, u.email, u.role, u.family_id, f.name as family_name,
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id), '[]')
      from family_access g join family x on x.id = g.family_id where g.user_id = u.id) as families,
    case when u.sees_all_accounts then null else (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id), '[]')
      from account_grant g join named x on x.id = g.account_id where g.user_id = u.id) end as accounts,
    u.password_hash is null as is_pending, u.disabled_at is not null as is_disabled,
    exists (select from two_factor t where t.user_id = u.id and t.activated_at is not null) as is_mfa_active,
    requires_two_factor(u) as is_mfa_required, u.two_factor_required, u.is_beta_tester, u.last_login_at, u.created_at, u.version,
    (select max(l.expires_at) from one_time_link l
      where l.user_id = u.id and l.purpose = 'invitation' and l.used_at is null) as invitation_expires_at
  from app_user u left join family f on f.id = u.family_id`

export async function readUser(tx: Scoped, userId: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`${selection} where u.id = ${userId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Whether this user may be disabled or deleted. Locks the admins first, so that two of them cannot remove each
 * other at once.
 */
export async function lockAndCheckRemovable(
  tx: Scoped,
  actor: Actor,
  userId: string,
): Promise<RemovalOutcome> {
  // This lock allows other rows to refer to the admins.
  await tx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return checkRemovable(tx, actor, userId)
}

async function checkRemovable(tx: Scoped, actor: Actor, userId: string): Promise<RemovalOutcome> {
  const admins = await tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'disabled_at'])
    .where('role', '=', 'admin')
    .execute()
  const target = await tx.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst()
  if (!target) return 'none'
  const active = admins.filter(admin => admin.password_hash !== null && admin.disabled_at === null)
  if (active.some(admin => admin.id === userId) && active.length === 1) return 'last_admin'
  return userId === actor.id ? 'yourself' : 'done'
}

export async function revokeAccess(
  tx: Scoped,
  userId: string,
  reason: 'disabled' | 'two_factor',
): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({ ended_at: present, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('api_token')
    .set({ revoked_at: present })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Audits what an administrator did to a user. */
export async function auditUserChange(
  tx: Scoped,
  actor: Actor,
  userId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['email', 'username', 'family_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  await writeAudit(tx, {
    actorId: actor.id,
    familyId: user?.family_id ?? null,
    action,
    subject: user?.email ?? user?.username ?? '',
    details: { kind: 'user', id: userId, ...details },
    address: actor.address,
  })
}
