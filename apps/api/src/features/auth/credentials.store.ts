import { sql } from 'kysely'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import type { MailedLink } from '../../platform/mail/links.ts'
import { issueLink, linkMinutes, voidLinks } from '../../platform/mail/mailed-link.store.ts'
import { mailUser } from '../../platform/mail/outbox.store.ts'
import { findLink, type PresentedLink, useLink } from './links/open-link.store.ts'
import { revokeApiTokens } from './sessions/api-tokens.store.ts'
import type { SignInActor } from './sessions/sign-in-actor.ts'
import { endSignIns } from './sessions/sign-ins.store.ts'

export type CredentialsStore = ReturnType<typeof credentialsStore>

export function credentialsStore(database: () => Database) {
  return {
    async readEmail(userId: string): Promise<string> {
      return database().within({ user: userId }, async tx => {
        const row = await tx
          .selectFrom('app_user')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirst()
        return row?.email ?? ''
      })
    },

    /** Ends all other sign-ins and open links, and revokes API tokens unless they are kept explicitly. */
    async changePassword(user: SignInActor, passwordHash: string, keepsApiTokens: boolean): Promise<void> {
      await database().within('system', async tx => {
        await tx
          .updateTable('app_user')
          .set({ password_hash: passwordHash, password_changed_at: sql`present_moment()` })
          .where('id', '=', user.id)
          .execute()
        await voidLinks(tx, user.id, ['password_reset', 'email_change'])
        await endSignIns(tx, user.id, 'password', user.signInId)
        const revoked = keepsApiTokens ? 0 : await revokeApiTokens(tx, user.id)
        await mailUser(tx, user.id, { kind: 'password_changed' })
        await writeAudit(tx, {
          ...auditEntry(user, 'password_changed'),
          details: keepsApiTokens ? { api_tokens: 'kept' } : { api_tokens_revoked: revoked },
        })
      })
    },

    /** Mails the link to the new address and a notice to the old one. */
    async requestEmailChange(user: SignInActor, email: string, link: MailedLink): Promise<void> {
      await database().within('system', async tx => {
        const taken = await tx
          .selectFrom('app_user')
          .select('id')
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .where('id', '<>', user.id)
          .executeTakeFirst()
        await issueLink(tx, { ...link, purpose: 'email_change' }, { userId: user.id, email })
        const mail = { link: link.sealedUrl, usefulMinutes: linkMinutes.email_change }
        // A taken address gets no mail, and the caller gets the same reply.
        if (!taken) await mailUser(tx, user.id, { kind: 'email_change', ...mail }, email)
        await mailUser(tx, user.id, { kind: 'email_change_asked', values: { email } })
        await writeAudit(tx, auditEntry(user, 'email_change_asked'))
      })
    },

    async confirmEmail(
      presented: PresentedLink,
      address: string,
    ): Promise<'changed' | 'used' | 'none' | 'taken'> {
      try {
        return await database().within('system', async tx => {
          const found = await findLink(tx, 'email_change', presented)
          if (found.kind !== 'open') return found.kind
          const { userId, familyId, email } = found.link
          if (email === null) return 'none'
          await useLink(tx, presented.id)
          // Sent before the change, so that it goes to the old address.
          await mailUser(tx, userId, { kind: 'email_changed', values: { email } })
          await tx.updateTable('app_user').set({ email }).where('id', '=', userId).execute()
          await voidLinks(tx, userId, ['password_reset', 'email_change'])
          await writeAudit(tx, { actorId: userId, familyId, action: 'email_changed', address })
          return 'changed'
        })
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },

    async changeUsername(user: SignInActor, username: string): Promise<'changed' | 'taken'> {
      try {
        await database().within('system', async tx => {
          await tx.updateTable('app_user').set({ username }).where('id', '=', user.id).execute()
          await writeAudit(tx, {
            ...auditEntry(user, 'username_changed'),
            subject: username,
            details: { kind: 'user', id: user.id },
          })
        })
        return 'changed'
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },
  }
}

function auditEntry(user: SignInActor, action: string) {
  return { actorId: user.id, familyId: user.familyId, action, address: user.address }
}
