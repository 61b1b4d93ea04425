import type { Language } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import { hasAdmin } from '../../../platform/auth/has-admin.ts'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/unique-violation.ts'
import type { NewLink } from '../../../platform/mail/links.ts'
import { issueLink, voidLinks } from '../../../platform/mail/mailed-link.store.ts'
import { type FoundLink, findLink, type PresentedLink, useLink } from './open-link.store.ts'

export type InvitationStore = ReturnType<typeof invitationStore>

export type Acceptance = 'accepted' | 'used' | 'none' | 'username_taken' | 'email_taken'

export function invitationStore(database: () => Database) {
  return {
    find(presented: PresentedLink): Promise<FoundLink> {
      return database().within('system', tx => findLink(tx, 'invitation', presented))
    },

    /** Uses up the link and sets name and password atomically. */
    async accept(
      presented: PresentedLink,
      chosen: {
        username: string
        name: string
        email: string
        passwordHash: string
        language: Language
        address: string
      },
    ): Promise<Acceptance> {
      try {
        return await database().within('system', async tx => {
          const found = await findLink(tx, 'invitation', presented)
          if (found.kind !== 'open') return found.kind
          const { userId, familyId, email } = found.link
          // The link printed at the start is for a server without administrators.
          if (email === null && (await hasAdmin(tx))) return 'used'
          await useLink(tx, presented.id)
          await tx
            .updateTable('app_user')
            .set({
              username: chosen.username,
              name: chosen.name,
              ...(email === null ? { email: chosen.email } : {}),
              password_hash: chosen.passwordHash,
              password_changed_at: sql`present_moment()`,
            })
            .where('id', '=', userId)
            .execute()
          // A pending user has no settings yet: the page of the invitation decides the first language.
          await tx
            .insertInto('user_settings')
            .values({ user_id: userId, chosen: JSON.stringify({ language: chosen.language }) })
            .onConflict(conflict => conflict.column('user_id').doNothing())
            .execute()
          await writeAudit(tx, {
            actorId: userId,
            familyId,
            action: 'invitation_accepted',
            subject: chosen.username,
            details: { kind: 'user', id: userId },
            address: chosen.address,
          })
          return 'accepted'
        })
      } catch (error) {
        if (isUniqueViolation(error))
          return error.constraint === 'app_user_email' ? 'email_taken' : 'username_taken'
        throw error
      }
    },

    /** Creates the link for the first administrator, unless there is one. A new link replaces the one before. */
    inviteFirstAdmin(link: NewLink): Promise<'invited' | 'has_admin'> {
      return database().within('system', async tx => {
        // Servers that start at the same time wait for each other: the last printed link works.
        await sql`select pg_advisory_xact_lock(hashtext('plumbline first administrator'))`.execute(tx)
        if (await hasAdmin(tx)) return 'has_admin'
        const pending = await tx
          .selectFrom('app_user')
          .select('id')
          .where('role', '=', 'admin')
          .where('email', 'is', null)
          .where('password_hash', 'is', null)
          .executeTakeFirst()
        const { id } = pending ?? (await addPendingAdmin(tx, null))
        await issueLink(tx, { ...link, purpose: 'invitation' }, { userId: id, email: null })
        return 'invited'
      })
    },

    /** Creates a pending admin; a repeated invitation replaces the open link. */
    inviteAdmin(email: string, link: NewLink): Promise<'invited' | 'already_registered'> {
      return database().within('system', async tx => {
        const known = await tx
          .selectFrom('app_user')
          .select(['id', 'password_hash', 'role'])
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .executeTakeFirst()
        if (known && (known.password_hash !== null || known.role !== 'admin')) return 'already_registered'
        const user = known ?? (await addPendingAdmin(tx, email))
        await voidLinks(tx, user.id, ['invitation', 'password_reset', 'email_change'])
        await issueLink(tx, { ...link, purpose: 'invitation' }, { userId: user.id, email })
        await writeAudit(tx, {
          actorId: null,
          action: 'admin_invited_by_command',
          subject: email,
          details: { kind: 'user', id: user.id },
        })
        return 'invited'
      })
    },
  }
}

function addPendingAdmin(tx: Scoped, email: string | null): Promise<{ id: string }> {
  return tx
    .insertInto('app_user')
    .values({ username: sql`'invited-' || left(gen_random_uuid()::text, 8)`, email, role: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
}
