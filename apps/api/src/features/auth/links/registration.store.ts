import type { Language } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/unique-violation.ts'
import type { NewLink } from '../../../platform/mail/links.ts'
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
    /** Keeps the wish and mails the link. To an address that has a user, another mail goes out instead. */
    async ask(wish: NewRegistration, link: NewLink, address: string): Promise<void> {
      await database().within('system', async tx => {
        await tx.deleteFrom('registration').where('expires_at', '<', present).execute()
        const known = await tx
          .selectFrom('app_user')
          .select('id')
          .where(sql`lower(email)`, '=', wish.email.toLowerCase())
          .executeTakeFirst()
        await tx
          .insertInto('registration')
          .values({
            id: link.id,
            // Nobody has the token of a wish that cannot come true: the same is written, and leads nowhere.
            token_hash: known ? hashSecret(newSecret()) : link.tokenHash,
            username: wish.username,
            name: wish.name,
            email: wish.email,
            password_hash: wish.passwordHash,
            language: wish.language,
            expires_at: sql<string>`present_moment() + make_interval(mins => ${linkMinutes.registration})`,
          })
          .execute()
        const to = {
          userId: null,
          address: wish.email,
          name: known ? '' : wish.name,
          language: wish.language,
          timeZone: 'UTC',
        }
        await queueMail(
          tx,
          to,
          known
            ? { kind: 'registration_known' }
            : { kind: 'registration', link: link.url, usefulMinutes: linkMinutes.registration },
        )
        await writeAudit(tx, {
          actorId: null,
          action: 'registration_asked',
          details: { kind: 'registration', id: link.id },
          address,
        })
      })
    },

    /** Makes the family with this user as its investor, and uses the link up: all of it or nothing. */
    async confirm(
      presented: PresentedLink,
      otherUsername: string | undefined,
      address: string,
    ): Promise<Confirmation> {
      try {
        return await database().within('system', async (tx): Promise<Confirmation> => {
          const wish = await tx
            .selectFrom('registration')
            .selectAll()
            .select(sql<boolean>`expires_at > present_moment()`.as('is_open'))
            .where('id', '=', presented.id)
            .forUpdate()
            .executeTakeFirst()
          if (!wish || !sameBytes(presented.tokenHash, wish.token_hash)) return { kind: 'none' }
          if (wish.used_at !== null) return { kind: 'used' }
          if (!wish.is_open) return { kind: 'none' }
          const familyId = await addFamily(tx, wish.name)
          const { id: userId } = await tx
            .insertInto('app_user')
            .values({
              username: otherUsername ?? wish.username,
              name: wish.name,
              email: wish.email,
              role: 'investor',
              family_id: familyId,
              password_hash: wish.password_hash,
              password_changed_at: present,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('registration')
            // What is done needs no password any more: the user has it.
            .set({ used_at: present, password_hash: '', user_id: userId })
            .where('id', '=', wish.id)
            .execute()
          await tx
            .insertInto('user_settings')
            .values({ user_id: userId, chosen: JSON.stringify({ language: wish.language }) })
            .execute()
          await writeAudit(tx, {
            actorId: userId,
            familyId,
            action: 'registered',
            subject: wish.name,
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

/** Names of families are unique, names of people are not: the second Keller becomes 'Keller 2'. */
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
