import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'
import { sameBytes } from '../sessions/refresh-token.ts'

export interface PresentedLink {
  id: string
  tokenHash: Buffer
}

export interface OpenLink {
  userId: string
  familyId: string | null
  /** Null for the first administrator, who was not invited by mail. */
  email: string | null
  name: string
  family: string | null
  isTwoFactorRequired: boolean
  isRegistered: boolean
  expiresAt: Date
}

export type FoundLink = { kind: 'open'; link: OpenLink } | { kind: 'used' } | { kind: 'none' }

type Purpose = 'invitation' | 'password_reset' | 'email_change'

/** Finds and locks a link until the transaction ends, so that concurrent uses succeed once. */
export async function findLink(tx: Scoped, purpose: Purpose, presented: PresentedLink): Promise<FoundLink> {
  const row = await tx
    .selectFrom('one_time_link as link')
    .innerJoin('app_user as user', 'user.id', 'link.user_id')
    .leftJoin('family', 'family.id', 'user.family_id')
    .select(['link.token_hash', 'link.used_at', 'link.expires_at', 'link.email', 'link.user_id', 'user.name'])
    .select(['user.family_id', 'user.password_hash', 'family.name as family'])
    .select(sql<boolean>`requires_two_factor("user")`.as('is_two_factor_required'))
    .select(sql<boolean>`link.expires_at > present_moment()`.as('is_open'))
    .where('link.id', '=', presented.id)
    .where('link.purpose', '=', purpose)
    .where('user.disabled_at', 'is', null)
    .forUpdate('link')
    .executeTakeFirst()
  if (!row || !sameBytes(presented.tokenHash, row.token_hash)) return { kind: 'none' }
  if (row.used_at !== null) return { kind: 'used' }
  if (!row.is_open) return { kind: 'none' }
  const link: OpenLink = {
    userId: row.user_id,
    familyId: row.family_id,
    email: row.email,
    name: row.name,
    family: row.family,
    isTwoFactorRequired: row.is_two_factor_required,
    isRegistered: row.password_hash !== null,
    expiresAt: row.expires_at,
  }
  return { kind: 'open', link }
}

export async function useLink(tx: Scoped, linkId: string): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ used_at: sql`present_moment()` })
    .where('id', '=', linkId)
    .execute()
}
