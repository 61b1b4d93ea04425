import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import type { MailedLink } from '../../../platform/mail/links.ts'
import { issueLink, linkMinutes, voidLinks } from '../../../platform/mail/mailed-link.store.ts'
import { mailUser } from '../../../platform/mail/outbox.store.ts'
import { accountKey } from '../limits/limits.ts'
import { resetBudgets } from '../limits/try-limit.store.ts'
import { revokeApiTokens } from '../sessions/api-tokens.store.ts'
import { endSignIns } from '../sessions/sign-ins.store.ts'
import { type FoundLink, findLink, type PresentedLink, useLink } from './open-link.store.ts'

export type PasswordResetStore = ReturnType<typeof passwordResetStore>

export function passwordResetStore(database: () => Database) {
  return {
    /**
     * Mails a link to the user with this address or username. For an unknown login, the same work is done for
     * another user and rolled back, so that the response time does not reveal accounts.
     */
    async requestLink(login: string, link: MailedLink, address: string): Promise<void> {
      await database().within('system', async tx => {
        const user = await findResettable(tx, login)
        const someone = await findAnyUser(tx)
        await sql`savepoint before_mail`.execute(tx)
        const addressee = user ?? someone
        if (addressee) await mailLink(tx, addressee, link)
        await (user ? sql`release savepoint before_mail` : sql`rollback to savepoint before_mail`).execute(tx)
        await writeAudit(tx, {
          actorId: null,
          familyId: user?.family_id ?? null,
          action: 'password_reset_asked',
          subject: user?.username ?? '',
          ...(user ? { details: { kind: 'user', id: user.id } } : {}),
          address,
        })
      })
    },

    find(presented: PresentedLink): Promise<FoundLink> {
      return database().within('system', tx => findLink(tx, 'password_reset', presented))
    },

    /** Sets the password, ends all sign-ins and revokes API tokens; the second factor stays. */
    confirm(
      presented: PresentedLink,
      passwordHash: string,
      address: string,
    ): Promise<'changed' | 'used' | 'none'> {
      return database().within('system', async tx => {
        const found = await findLink(tx, 'password_reset', presented)
        if (found.kind !== 'open') return found.kind
        const { userId, familyId } = found.link
        await useLink(tx, presented.id)
        await tx
          .updateTable('app_user')
          .set({ password_hash: passwordHash, password_changed_at: sql`present_moment()` })
          .where('id', '=', userId)
          .execute()
        await voidLinks(tx, userId, ['password_reset', 'email_change'])
        await endSignIns(tx, userId, 'password', null)
        await revokeApiTokens(tx, userId)
        await resetBudgets(tx, await sharedBudgets(tx, userId))
        await mailUser(tx, userId, { kind: 'password_changed' })
        await writeAudit(tx, { actorId: userId, familyId, action: 'password_reset', address })
        return 'changed'
      })
    },
  }
}

/** The budgets that guesses of others may have used up. */
async function sharedBudgets(tx: Scoped, userId: string): Promise<Buffer[]> {
  const { username, email } = await tx
    .selectFrom('app_user')
    .select(['username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const logins = [username, ...(email === null ? [] : [email])].map(login => login.toLowerCase())
  return [...logins.map(login => accountKey('sign_in', login)), accountKey('code', userId)]
}

/** A user with a password. The demo account is shared and keeps its password. */
function findResettable(tx: Scoped, login: string) {
  const wanted = login.toLowerCase()
  return tx
    .selectFrom('app_user')
    .select(['id', 'email', 'username', 'family_id'])
    .where(eb => eb.or([eb(sql`lower(email)`, '=', wanted), eb(sql`lower(username)`, '=', wanted)]))
    .where('email', 'is not', null)
    .where('password_hash', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('role', '<>', 'demo')
    .limit(1)
    .executeTakeFirst()
}

function findAnyUser(tx: Scoped) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', 'is not', null)
    .where('role', '<>', 'demo')
    .limit(1)
    .executeTakeFirst()
}

async function mailLink(
  tx: Scoped,
  user: { id: string; email: string | null },
  link: MailedLink,
): Promise<void> {
  await issueLink(tx, { ...link, purpose: 'password_reset' }, { userId: user.id, email: user.email ?? '' })
  await mailUser(tx, user.id, {
    kind: 'password_reset',
    link: link.sealedUrl,
    usefulMinutes: linkMinutes.password_reset,
  })
}
