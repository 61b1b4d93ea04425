import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/unique-violation.ts'
import type { NewLink } from '../../../platform/mail/links.ts'
import { issueLink, voidLinks } from '../../../platform/mail/mailed-link.store.ts'
import { type FoundLink, findLink, type PresentedLink, useLink } from './open-link.store.ts'

export type InvitationStore = ReturnType<typeof invitationStore>

export type Acceptance = 'accepted' | 'used' | 'none' | 'username_taken'

export function invitationStore(database: () => Database) {
  return {
    find(presented: PresentedLink): Promise<FoundLink> {
      return database().within('system', tx => findLink(tx, 'invitation', presented))
    },

    /** Uses up the link and sets name and password atomically. */
    async accept(
      presented: PresentedLink,
      chosen: { username: string; name: string; passwordHash: string; address: string },
    ): Promise<Acceptance> {
      try {
        return await database().within('system', async tx => {
          const found = await findLink(tx, 'invitation', presented)
          if (found.kind !== 'open') return found.kind
          const { userId, familyId } = found.link
          await useLink(tx, presented.id)
          await tx
            .updateTable('app_user')
            .set({
              username: chosen.username,
              name: chosen.name,
              password_hash: chosen.passwordHash,
              password_changed_at: sql`present_moment()`,
            })
            .where('id', '=', userId)
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
        if (isUniqueViolation(error)) return 'username_taken'
        throw error
      }
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
        const user =
          known ??
          (await tx
            .insertInto('app_user')
            .values({ username: sql`'invited-' || left(gen_random_uuid()::text, 8)`, email, role: 'admin' })
            .returning('id')
            .executeTakeFirstOrThrow())
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
