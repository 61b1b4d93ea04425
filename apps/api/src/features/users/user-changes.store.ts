import type { Role } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { listChanges } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import { notifyOwner } from '../../platform/mail/account-notice.store.ts'
import type { MailedLink } from '../../platform/mail/links.ts'
import { issueLink, linkMinutes } from '../../platform/mail/mailed-link.store.ts'
import { findRecipient, queueMail } from '../../platform/mail/outbox.store.ts'
import {
  auditUserChange,
  lockAndCheckRemovable,
  readUser,
  revokeAccess,
  type UserRow,
} from './users.store.ts'

export type UserChangesStore = ReturnType<typeof userChangesStore>

/** The complete fields that an administrator sets for a user. */
export interface UserFields {
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
    /** Creates a pending user until the mailed link is used. */
    invite(
      actor: Actor,
      email: string,
      fields: UserFields,
      link: MailedLink,
    ): Promise<UserRow | Missing | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const missing = await findMissing(tx, fields)
          if (missing) return missing
          const { id } = await tx
            .insertInto('app_user')
            .values({
              ...toRow(fields),
              email,
              username: sql`'invited-' || left(gen_random_uuid()::text, 12)`,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await setGrants(tx, id, fields)
          await mailInvitation(tx, actor, { id, email, name: fields.name }, link)
          await auditUserChange(tx, actor, id, 'user_invited', { role: fields.role })
          return requireRow(await readUser(tx, id))
        }),
      )
    },

    /** Mails the invitation again and voids the previous link. */
    resend(actor: Actor, userId: string, link: MailedLink): Promise<'sent' | 'none' | 'registered'> {
      return database().within({ user: actor.id }, async tx => {
        const user = await readUser(tx, userId)
        if (!user?.email || user.is_disabled) return 'none'
        if (!user.is_pending) return 'registered'
        await mailInvitation(tx, actor, { id: userId, email: user.email, name: user.name }, link)
        await auditUserChange(tx, actor, userId, 'user_invited', { again: true })
        return 'sent'
      })
    },

    change(
      actor: Actor,
      user: UserRow,
      fields: UserFields,
      version: number | undefined,
    ): Promise<UserRow | Missing | 'none' | 'last_admin' | 'yourself'> {
      return database().within({ user: actor.id }, async tx => {
        if (fields.role !== user.role) {
          const outcome = await lockAndCheckRemovable(tx, actor, user.id)
          if (outcome !== 'done') return outcome
        }
        const missing = await findMissing(tx, fields)
        if (missing) return missing
        await bumpRowVersion(tx, 'app_user', user.id, version)
        await tx.updateTable('app_user').set(toRow(fields)).where('id', '=', user.id).execute()
        await setGrants(tx, user.id, fields)
        const after = requireRow(await readUser(tx, user.id))
        await auditUserChange(tx, actor, user.id, 'user_changed', {
          ...listChanges(describeAccess(user), describeAccess(after), accessFields),
        })
        return after
      })
    },

    /** Removes a lost second factor and ends all sign-ins. */
    resetTwoFactor(actor: Actor, userId: string): Promise<'done' | 'none' | 'off' | 'yourself'> {
      return database().within({ user: actor.id }, async tx => {
        const user = await readUser(tx, userId)
        if (!user) return 'none'
        if (userId === actor.id) return 'yourself'
        const removed = await tx.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
        if (!user.is_mfa_active || removed.numDeletedRows === 0n) return 'off'
        await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
        await revokeAccess(tx, userId, 'two_factor')
        await notifyOwner(tx, userId, 'two_factor_reset')
        await auditUserChange(tx, actor, userId, 'two_factor_reset')
        return 'done'
      })
    },
  }
}

const accessFields = [
  'role',
  'family_id',
  'families',
  'accounts',
  'two_factor_required',
  'is_beta_tester',
] as const

/** What a user may do, without the name. */
function describeAccess(row: UserRow) {
  const { role, family_id, families, accounts, two_factor_required, is_beta_tester } = row
  return {
    role,
    family_id,
    families: families.map(({ id }) => id),
    accounts: accounts?.map(({ id }) => id) ?? 'all',
    two_factor_required,
    is_beta_tester,
  }
}

function toRow(fields: UserFields) {
  return {
    name: fields.name,
    role: fields.role,
    family_id: fields.familyId,
    sees_all_accounts: fields.accounts === null,
    two_factor_required: fields.isTwoFactorRequired,
    is_beta_tester: fields.isBetaTester,
  }
}

/** References that do not exist or belong to another family, reported alike. */
async function findMissing(tx: Scoped, fields: UserFields): Promise<Missing | null> {
  const count = async (table: 'family' | 'account', ids: readonly string[], familyId?: string | null) => {
    if (ids.length === 0) return 0
    let query = tx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
    if (familyId !== undefined) query = query.where(sql<boolean>`family_id is not distinct from ${familyId}`)
    return (await query.execute()).length
  }
  if (fields.familyId !== null && (await count('family', [fields.familyId])) === 0) return 'no_family'
  if ((await count('family', fields.families)) < new Set(fields.families).size) return 'no_families'
  const accounts = fields.accounts ?? []
  if ((await count('account', accounts, fields.familyId)) < new Set(accounts).size) return 'no_accounts'
  return null
}

async function setGrants(tx: Scoped, userId: string, fields: UserFields): Promise<void> {
  const removed = await tx
    .deleteFrom('family_access')
    .where('user_id', '=', userId)
    .returning('family_id as id')
    .execute()
  const families = [...new Set(fields.families)]
  // Invalidates open forms of families whose list of advisers has changed.
  const before = removed.map(({ id }) => id)
  const changed = [
    ...before.filter(id => !families.includes(id)),
    ...families.filter(id => !before.includes(id)),
  ]
  for (const id of changed.sort()) await bumpRowVersion(tx, 'family', id, undefined)
  if (families.length > 0)
    await tx
      .insertInto('family_access')
      .values(families.map(id => ({ user_id: userId, family_id: id })))
      .execute()
  await tx.deleteFrom('account_grant').where('user_id', '=', userId).execute()
  const accounts = [...new Set(fields.accounts ?? [])]
  if (accounts.length > 0)
    await tx
      .insertInto('account_grant')
      .values(accounts.map(id => ({ user_id: userId, account_id: id })))
      .execute()
}

/** In the inviter's language, since the language of the new user is unknown. */
async function mailInvitation(
  tx: Scoped,
  actor: Actor,
  to: { id: string; email: string; name: string },
  link: MailedLink,
): Promise<void> {
  const inviter = await findRecipient(tx, actor.id)
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
      link: link.sealedUrl,
      values: { inviter: inviter?.name ?? 'Plumbline' },
      usefulMinutes: linkMinutes.invitation,
      senderId: actor.id,
    },
  )
}
