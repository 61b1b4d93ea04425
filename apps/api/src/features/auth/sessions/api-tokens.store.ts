import type { TokenScope } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/unique-violation.ts'
import { notifyOwner, readPreferences } from '../../../platform/mail/account-notice.store.ts'

export type ApiTokensStore = ReturnType<typeof apiTokensStore>

export interface NewApiToken {
  name: string
  scope: TokenScope
  prefix: string
  tokenHash: Buffer
  expiry: TokenExpiry
}

/** After some days, or at a moment; null for never. */
export type TokenExpiry = { days: number } | { at: string } | null

const maxTokens = 50
const present = sql<Date>`present_moment()`

export function apiTokensStore(database: () => Database) {
  return {
    list: (userId: string) => database().within({ user: userId }, tx => read(tx, userId).execute()),

    async create(user: { id: string; familyId: string | null }, token: NewApiToken) {
      try {
        // In the system scope, since users may not write to the outbox.
        return await database().within('system', async tx => {
          const count = (await read(tx, user.id).execute()).length
          if (count >= maxTokens) return 'too_many'
          const expiry = expiryMoment(token.expiry)
          if (await isPast(tx, expiry)) return 'past'
          const { id } = await tx
            .insertInto('api_token')
            .values({
              user_id: user.id,
              name: token.name,
              scope: token.scope,
              prefix: token.prefix,
              token_hash: token.tokenHash,
              expires_at: expiry,
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
          const created = await read(tx, user.id).where('id', '=', id).executeTakeFirstOrThrow()
          await notifyNewToken(tx, user.id, created)
          return created
        })
      } catch (error) {
        if (isUniqueViolation(error)) return 'name_taken'
        throw error
      }
    },

    /** False if the user has no such token. */
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

function expiryMoment(expiry: TokenExpiry) {
  if (expiry === null) return sql<string | null>`null::timestamptz`
  if ('at' in expiry) return sql<string | null>`${expiry.at}::timestamptz`
  return sql<string | null>`present_moment() + make_interval(days => ${expiry.days})`
}

async function isPast(tx: Scoped, moment: ReturnType<typeof expiryMoment>): Promise<boolean> {
  const { rows } = await sql<{ past: boolean | null }>`select ${moment} <= present_moment() as past`.execute(
    tx,
  )
  return rows[0]?.past === true
}

/** Makes a token created with a stolen sign-in visible to the owner. */
async function notifyNewToken(
  tx: Scoped,
  userId: string,
  token: { name: string; scope: TokenScope; expires_at: Date | null },
): Promise<void> {
  const { language, timeZone } = await readPreferences(tx, userId)
  const texts = textsIn(language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  await notifyOwner(tx, userId, 'api_token', {
    token: token.name,
    scope: texts[`token_scope_${token.scope}`],
    expiry: token.expires_at === null ? texts.mail_api_token_never : day.format(token.expires_at),
  })
}

/** Revokes all tokens of a user and the link of their calendar. Returns the number of tokens. */
export async function revokeApiTokens(tx: Scoped, userId: string): Promise<number> {
  await tx.deleteFrom('calendar_subscription').where('user_id', '=', userId).execute()
  const { numUpdatedRows } = await tx
    .updateTable('api_token')
    .set({ revoked_at: present })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
