import type { Language } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/unique-violation.ts'
import type { MailedLink } from '../../../platform/mail/links.ts'
import { linkMinutes } from '../../../platform/mail/mailed-link.store.ts'
import { queueMail } from '../../../platform/mail/outbox.store.ts'
import { hashSecret, newSecret, sameBytes } from '../sessions/refresh-token.ts'
import type { PresentedLink } from './open-link.store.ts'

export type RegistrationStore = ReturnType<typeof registrationStore>

export interface NewRegistration {
  username: string
  name: string
  email: string
  passwordHash: string
  language: Language
}

export type Confirmation =
  | { kind: 'confirmed'; userId: string; familyId: string }
  | { kind: 'used' | 'none' | 'username_taken' | 'email_taken' }

const present = sql<Date>`present_moment()`

export function registrationStore(database: () => Database) {
  return {
    /** Stores the registration and mails the link. A known address gets a different mail. */
    async requestLink(registration: NewRegistration, link: MailedLink, address: string): Promise<void> {
      await database().within('system', async tx => {
        await tx.deleteFrom('registration').where('expires_at', '<', present).execute()
        const known = await tx
          .selectFrom('app_user')
          .select('id')
          .where(sql`lower(email)`, '=', registration.email.toLowerCase())
          .executeTakeFirst()
        await tx
          .insertInto('registration')
          .values({
            id: link.id,
            // For a known address the token is never sent, so the stored row leads nowhere.
            token_hash: known ? hashSecret(newSecret()) : link.tokenHash,
            username: registration.username,
            name: registration.name,
            email: registration.email,
            password_hash: registration.passwordHash,
            language: registration.language,
            expires_at: sql<string>`present_moment() + make_interval(mins => ${linkMinutes.registration})`,
          })
          .execute()
        const to = {
          userId: null,
          address: registration.email,
          name: known ? '' : registration.name,
          language: registration.language,
          timeZone: 'UTC',
        }
        await queueMail(
          tx,
          to,
          known
            ? { kind: 'registration_known' }
            : { kind: 'registration', link: link.sealedUrl, usefulMinutes: linkMinutes.registration },
        )
        await writeAudit(tx, {
          actorId: null,
          action: 'registration_asked',
          details: { kind: 'registration', id: link.id },
          address,
        })
      })
    },

    /** Creates the family with this user as its investor and uses up the link, atomically. */
    async confirm(
      presented: PresentedLink,
      otherUsername: string | undefined,
      address: string,
    ): Promise<Confirmation> {
      try {
        return await database().within('system', async (tx): Promise<Confirmation> => {
          const registration = await tx
            .selectFrom('registration')
            .selectAll()
            .select(sql<boolean>`expires_at > present_moment()`.as('is_open'))
            .where('id', '=', presented.id)
            .forUpdate()
            .executeTakeFirst()
          if (!registration || !sameBytes(presented.tokenHash, registration.token_hash))
            return { kind: 'none' }
          if (registration.used_at !== null) return { kind: 'used' }
          if (!registration.is_open) return { kind: 'none' }
          const familyId = await addFamily(tx, registration.name)
          const { id: userId } = await tx
            .insertInto('app_user')
            .values({
              username: otherUsername ?? registration.username,
              name: registration.name,
              email: registration.email,
              role: 'investor',
              family_id: familyId,
              password_hash: registration.password_hash,
              password_changed_at: present,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('registration')
            // The user row has the password now.
            .set({ used_at: present, password_hash: '', user_id: userId })
            .where('id', '=', registration.id)
            .execute()
          await tx
            .insertInto('user_settings')
            .values({ user_id: userId, chosen: JSON.stringify({ language: registration.language }) })
            .execute()
          await writeAudit(tx, {
            actorId: userId,
            familyId,
            action: 'registered',
            subject: registration.name,
            details: { kind: 'user', id: userId },
            address,
          })
          return { kind: 'confirmed', userId, familyId }
        })
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        return { kind: error.constraint === 'app_user_email' ? 'email_taken' : 'username_taken' }
      }
    },
  }
}

/** Family names are unique, names of users are not: the second Keller becomes 'Keller 2'. */
async function addFamily(tx: Scoped, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const row = await tx
      .insertInto('family')
      .values({ name: number === 1 ? name : `${name.slice(0, 190)} ${number}` })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return row.id
  }
}
