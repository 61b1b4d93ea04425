import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'
import { sameBytes } from './refresh-token.ts'

export type InvitationStore = ReturnType<typeof invitationStore>

export interface Invitation {
  userId: string
  familyId: string | null
  email: string
  name: string
  family: string | null
  isTwoFactorRequired: boolean
  expiresAt: Date
}

export type FoundInvitation = { kind: 'open'; invitation: Invitation } | { kind: 'used' } | { kind: 'none' }
export type Acceptance = 'accepted' | 'used' | 'none' | 'username_taken'

const uniqueViolation = '23505'
const invitationDays = 7

export function invitationStore(database: () => Database) {
  return {
    find(linkId: string, tokenHash: Buffer): Promise<FoundInvitation> {
      return database().within('system', tx => findLink(tx, linkId, tokenHash))
    },

    /** Uses the link up and gives the user a name and a password, both or neither. */
    async accept(
      linkId: string,
      tokenHash: Buffer,
      chosen: { username: string; name: string; passwordHash: string },
    ): Promise<Acceptance> {
      try {
        return await database().within('system', async tx => {
          const found = await findLink(tx, linkId, tokenHash)
          if (found.kind !== 'open') return found.kind
          await tx
            .updateTable('one_time_link')
            .set({ used_at: sql`present_moment()` })
            .where('id', '=', linkId)
            .execute()
          await tx
            .updateTable('app_user')
            .set({ username: chosen.username, name: chosen.name, password_hash: chosen.passwordHash })
            .where('id', '=', found.invitation.userId)
            .execute()
          return 'accepted'
        })
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
          return 'username_taken'
        throw error
      }
    },

    /** Makes a user who has yet to choose a name and a password; asked again, replaces their open link. */
    inviteAdmin(email: string, tokenHash: Buffer): Promise<{ linkId: string } | 'already_registered'> {
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
        await tx
          .updateTable('one_time_link')
          .set({ used_at: sql`present_moment()` })
          .where('user_id', '=', user.id)
          .where('used_at', 'is', null)
          .execute()
        const link = await tx
          .insertInto('one_time_link')
          .values({
            purpose: 'invitation',
            user_id: user.id,
            email,
            token_hash: tokenHash,
            expires_at: sql<string>`present_moment() + make_interval(days => ${invitationDays})`,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('audit_line')
          .values({ action: 'admin_invited_by_command', subject: email })
          .execute()
        return { linkId: link.id }
      })
    },
  }
}

async function findLink(tx: Scoped, linkId: string, tokenHash: Buffer): Promise<FoundInvitation> {
  const row = await tx
    .selectFrom('one_time_link as link')
    .innerJoin('app_user as user', 'user.id', 'link.user_id')
    .leftJoin('family', 'family.id', 'user.family_id')
    .select(['link.token_hash', 'link.used_at', 'link.expires_at', 'link.email', 'link.user_id', 'user.name'])
    .select(['user.family_id', 'family.name as family', 'family.two_factor_required'])
    .select(sql<boolean>`link.expires_at > present_moment()`.as('is_open'))
    .where('link.id', '=', linkId)
    .where('link.purpose', '=', 'invitation')
    .where('user.disabled_at', 'is', null)
    .forUpdate('link')
    .executeTakeFirst()
  if (!row || !sameBytes(tokenHash, row.token_hash)) return { kind: 'none' }
  if (row.used_at !== null) return { kind: 'used' }
  if (!row.is_open) return { kind: 'none' }
  const invitation: Invitation = {
    userId: row.user_id,
    familyId: row.family_id,
    email: row.email ?? '',
    name: row.name,
    family: row.family,
    isTwoFactorRequired: row.two_factor_required ?? false,
    expiresAt: row.expires_at,
  }
  return { kind: 'open', invitation }
}
