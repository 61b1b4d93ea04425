import { people } from '@plumbline/demo-world'
import { sql } from 'kysely'
import { writeAudit } from '../platform/db/audit-line.ts'
import type { Database, Scoped } from '../platform/db/database.ts'
import { ids } from './world-rows.ts'

/** Hashes of the published password and of an unknown random one. */
export interface DemoHashes {
  readonly demo: string
  readonly nobody: string
}

/** Excludes the pending first administrator, whose link nobody has used. */
export const isUser = sql<boolean>`(email is not null or password_hash is not null)`

const present = sql<Date>`present_moment()`

/**
 * Disables the demo users in an installation that does not run as a demo. Their sign-ins, API tokens and links end,
 * and their passwords change, so that enabling one of them later does not restore the published password.
 *
 * @returns how many users were disabled; 0 at every start but the first.
 */
export function leaveDemo(database: Database, nobodyHash: () => Promise<string>): Promise<number> {
  return database.within('system', async tx => {
    await lockDemo(tx)
    const enabled = await tx
      .selectFrom('app_user')
      .select('id')
      .where('is_demo', '=', true)
      .where('left_demo_at', 'is', null)
      .forUpdate()
      .execute()
    if (enabled.length === 0) return 0
    const users = enabled.map(({ id }) => id)
    await endAccess(tx, users)
    await sql`
      update app_user set left_demo_at = present_moment(),
        disabled_at = coalesce(disabled_at, present_moment()),
        password_hash = case when password_hash is null then null else ${await nobodyHash()} end
      where id = any (${users}::uuid[])`.execute(tx)
    await writeAudit(tx, { actorId: null, action: 'demo_left', details: { users: users.length } })
    return users.length
  })
}

/** `on`: demo users can sign in, once the world is filled. `resumed`: they were enabled again. `off`: there are real users. */
export type DemoState = 'on' | 'resumed' | 'off'

/**
 * Decides whether a database runs as a demo: an empty one does. One that left demo mode returns to it only while it
 * has no real user: with one, the published password must never work again.
 */
export function resumeDemo(database: Database, hashes: () => Promise<DemoHashes>): Promise<DemoState> {
  return database.within('system', async tx => {
    await lockDemo(tx)
    const users = await tx
      .selectFrom('app_user')
      .select(['id', 'is_demo', 'left_demo_at'])
      .where(isUser)
      .execute()
    const demoUsers = users.filter(user => user.is_demo)
    if (users.length === 0) return 'on'
    if (demoUsers.some(user => user.left_demo_at === null)) return 'on'
    if (demoUsers.length < users.length) return 'off'
    await restoreAccess(tx, await hashes())
    await writeAudit(tx, { actorId: null, action: 'demo_resumed', details: { users: demoUsers.length } })
    return 'resumed'
  })
}

/** Serialises servers that start at the same time, so that one of them decides. */
export async function lockDemo(tx: Scoped): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('plumbline demo'))`.execute(tx)
}

async function endAccess(tx: Scoped, users: string[]): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({ ended_at: present, end_reason: 'disabled' })
    .where('user_id', 'in', users)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('api_token')
    .set({ revoked_at: present })
    .where('user_id', 'in', users)
    .where('revoked_at', 'is', null)
    .execute()
  await tx
    .updateTable('one_time_link')
    .set({ used_at: present })
    .where('user_id', 'in', users)
    .where('used_at', 'is', null)
    .execute()
  await tx.deleteFrom('two_factor_challenge').where('user_id', 'in', users).execute()
}

async function restoreAccess(tx: Scoped, hashes: DemoHashes): Promise<void> {
  for (const { username, password } of people)
    await tx
      .updateTable('app_user')
      .set({
        left_demo_at: null,
        disabled_at: null,
        password_hash: password === 'pending' ? null : hashes[password],
      })
      .where('id', '=', ids.user(username))
      .where('is_demo', '=', true)
      .execute()
}
