import type { TokenScope } from '@plumbline/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../db/audit-line.ts'
import type { Database, Scoped } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'

export type ApiTokensStore = ReturnType<typeof apiTokensStore>

export interface NewApiToken {
  name: string
  scope: TokenScope
  prefix: string
  tokenHash: Buffer
  expiresAt: string | null
}

const most = 50
const present = sql<Date>`present_moment()`

export function apiTokensStore(database: () => Database) {
  return {
    list: (userId: string) => database().within({ user: userId }, tx => read(tx, userId).execute()),

    async create(user: { id: string; familyId: string | null }, token: NewApiToken) {
      try {
        return await database().within({ user: user.id }, async tx => {
          const count = (await read(tx, user.id).execute()).length
          if (count >= most) return 'too_many'
          if (await isPast(tx, token.expiresAt)) return 'past'
          const { id } = await tx
            .insertInto('api_token')
            .values({
              user_id: user.id,
              name: token.name,
              scope: token.scope,
              prefix: token.prefix,
              token_hash: token.tokenHash,
              expires_at: token.expiresAt,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await writeAudit(tx, {
            actorId: user.id,
            familyId: user.familyId,
            action: 'api_token_made',
            subject: token.name,
            details: { kind: 'api_token', id, scope: token.scope },
          })
          return read(tx, user.id).where('id', '=', id).executeTakeFirstOrThrow()
        })
      } catch (error) {
        if (isUniqueViolation(error)) return 'name_taken'
        throw error
      }
    },

    /** False when this user has no such token. */
    async revoke(user: { id: string; familyId: string | null }, tokenId: string): Promise<boolean> {
      return database().within({ user: user.id }, async tx => {
        const row = await tx
          .updateTable('api_token')
          .set({ revoked_at: present })
          .where('id', '=', tokenId)
          .where('user_id', '=', user.id)
          .where('revoked_at', 'is', null)
          .returning('name')
          .executeTakeFirst()
        if (!row) return false
        await writeAudit(tx, {
          actorId: user.id,
          familyId: user.familyId,
          action: 'api_token_revoked',
          subject: row.name,
          details: { kind: 'api_token', id: tokenId },
        })
        return true
      })
    },
  }
}

function read(tx: Scoped, userId: string) {
  return tx
    .selectFrom('api_token')
    .select(['id', 'name', 'scope', 'prefix', 'created_at'])
    .select(sql<Date | null>`last_used_at`.as('last_used_at'))
    .select(sql<Date | null>`expires_at`.as('expires_at'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', present)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
}

async function isPast(tx: Scoped, moment: string | null): Promise<boolean> {
  const { rows } = await sql<{ past: boolean | null }>`
    select ${moment}::timestamptz <= present_moment() as past`.execute(tx)
  return rows[0]?.past === true
}

/** Tokens of a user stop working, all of them. */
export async function revokeApiTokens(tx: Scoped, userId: string): Promise<void> {
  await tx
    .updateTable('api_token')
    .set({ revoked_at: present })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
