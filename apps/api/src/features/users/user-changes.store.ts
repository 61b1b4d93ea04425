import type { Role } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { stillThere } from '../../platform/db/dead-connection.ts'
import { countChange } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import { notifyOwner } from '../../platform/mail/account-notice.store.ts'
import type { NewLink } from '../../platform/mail/links.ts'
import { issueLink, linkMinutes } from '../../platform/mail/mailed-link.store.ts'
import { queueMail, recipientOf } from '../../platform/mail/outbox.store.ts'
import { type Actor, endEverything, guard, note, readUser, type UserRow } from './users.store.ts'

export type UserChangesStore = ReturnType<typeof userChangesStore>

/** What an administrator decides about a user, complete. */
export interface Decided {
  name: string
  role: Role
  familyId: string | null
  families: string[]
  /** Null for all accounts of the family. */
  accounts: string[] | null
  isTwoFactorRequired: boolean
  isBetaTester: boolean
}

export type Missing = 'no_family' | 'no_families' | 'no_accounts'

export function userChangesStore(database: () => Database) {
  return {
    /** Makes a user who is pending until the mailed link is used. */
    invite(
      actor: Actor,
      email: string,
      decided: Decided,
      link: NewLink,
    ): Promise<UserRow | Missing | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const missing = await findMissing(tx, decided)
          if (missing) return missing
          const { id } = await tx
            .insertInto('app_user')
            .values({
              ...rowOf(decided),
              email,
              username: sql`'invited-' || left(gen_random_uuid()::text, 12)`,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await setGrants(tx, id, decided)
          await mailInvitation(tx, actor, { id, email, name: decided.name }, link)
          await note(tx, actor, id, 'user_invited', { role: decided.role })
          return stillThere(await readUser(tx, id))
        }),
      )
    },

    /** Mails the invitation again; the link before it stops working. */
    resend(actor: Actor, userId: string, link: NewLink): Promise<'sent' | 'none' | 'registered'> {
      return database().within({ user: actor.id }, async tx => {
        const user = await readUser(tx, userId)
        if (!user?.email || user.is_disabled) return 'none'
        if (!user.is_pending) return 'registered'
        await mailInvitation(tx, actor, { id: userId, email: user.email, name: user.name }, link)
        await note(tx, actor, userId, 'user_invited', { again: true })
        return 'sent'
      })
    },

    change(
      actor: Actor,
      user: UserRow,
      decided: Decided,
      changed: string[],
      version: number | undefined,
    ): Promise<UserRow | Missing | 'none' | 'last_admin' | 'yourself'> {
      return database().within({ user: actor.id }, async tx => {
        if (decided.role !== user.role) {
          const guarded = await guard(tx, actor, user.id)
          if (guarded !== 'done') return guarded
        }
        const missing = await findMissing(tx, decided)
        if (missing) return missing
        await countChange(tx, 'app_user', user.id, version)
        await tx.updateTable('app_user').set(rowOf(decided)).where('id', '=', user.id).execute()
        await setGrants(tx, user.id, decided)
        await note(tx, actor, user.id, 'user_changed', { changed, role: decided.role })
        return stillThere(await readUser(tx, user.id))
      })
    },

    /** Removes a lost second factor. Whoever was signed in with it is not any more. */
    resetTwoFactor(actor: Actor, userId: string): Promise<'done' | 'none' | 'off' | 'yourself'> {
      return database().within({ user: actor.id }, async tx => {
        const user = await readUser(tx, userId)
        if (!user) return 'none'
        if (userId === actor.id) return 'yourself'
        const removed = await tx.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
        if (!user.is_mfa_active || removed.numDeletedRows === 0n) return 'off'
        await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
        await endEverything(tx, userId, 'two_factor')
        await notifyOwner(tx, userId, 'two_factor_reset')
        await note(tx, actor, userId, 'two_factor_reset')
        return 'done'
      })
    },
  }
}

function rowOf(decided: Decided) {
  return {
    name: decided.name,
    role: decided.role,
    family_id: decided.familyId,
    sees_all_accounts: decided.accounts === null,
    two_factor_required: decided.isTwoFactorRequired,
    is_beta_tester: decided.isBetaTester,
  }
}

/** What is named but not there, or not of this family: told alike. */
async function findMissing(tx: Scoped, decided: Decided): Promise<Missing | null> {
  const count = async (table: 'family' | 'account', ids: readonly string[], familyId?: string | null) => {
    if (ids.length === 0) return 0
    let query = tx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
    if (familyId !== undefined) query = query.where(sql<boolean>`family_id is not distinct from ${familyId}`)
    return (await query.execute()).length
  }
  if (decided.familyId !== null && (await count('family', [decided.familyId])) === 0) return 'no_family'
  if ((await count('family', decided.families)) < new Set(decided.families).size) return 'no_families'
  const accounts = decided.accounts ?? []
  if ((await count('account', accounts, decided.familyId)) < new Set(accounts).size) return 'no_accounts'
  return null
}

async function setGrants(tx: Scoped, userId: string, decided: Decided): Promise<void> {
  const removed = await tx
    .deleteFrom('family_access')
    .where('user_id', '=', userId)
    .returning('family_id as id')
    .execute()
  const families = [...new Set(decided.families)]
  // Forms of these families hold a list of advisers that is outdated now.
  const before = removed.map(({ id }) => id)
  const changed = [
    ...before.filter(id => !families.includes(id)),
    ...families.filter(id => !before.includes(id)),
  ]
  for (const id of changed.sort()) await countChange(tx, 'family', id, undefined)
  if (families.length > 0)
    await tx
      .insertInto('family_access')
      .values(families.map(id => ({ user_id: userId, family_id: id })))
      .execute()
  await tx.deleteFrom('account_grant').where('user_id', '=', userId).execute()
  const accounts = [...new Set(decided.accounts ?? [])]
  if (accounts.length > 0)
    await tx
      .insertInto('account_grant')
      .values(accounts.map(id => ({ user_id: userId, account_id: id })))
      .execute()
}

/** In the language of whoever invites, since nothing is known yet of the one invited. */
async function mailInvitation(
  tx: Scoped,
  actor: Actor,
  to: { id: string; email: string; name: string },
  link: NewLink,
): Promise<void> {
  const inviter = await recipientOf(tx, actor.id)
  await issueLink(tx, { ...link, purpose: 'invitation' }, { userId: to.id, email: to.email })
  await queueMail(
    tx,
    {
      userId: to.id,
      address: to.email,
      name: to.name,
      language: inviter?.language ?? 'en-US',
      timeZone: inviter?.timeZone ?? 'UTC',
    },
    {
      kind: 'invitation',
      link: link.url,
      values: { inviter: inviter?.name ?? 'Plumbline' },
      usefulMinutes: linkMinutes.invitation,
    },
  )
}
