import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { expiry } from '../db/idempotency-claim.ts'

/** The key of a completed request, with its reply if known. */
export interface StoredKey {
  claim: string
  fingerprint: Buffer
  age_ms: number
  status: number | null
  headers: Record<string, string> | null
  /** Null with a status: the reply held a secret, or failed after the commit. */
  body: Buffer | null
}

export interface StoredReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

export type IdempotencyStore = ReturnType<typeof idempotencyStore>

export function idempotencyStore(database: () => Database) {
  return {
    /** Null when the key is unknown or has expired. */
    find(userId: string, key: string): Promise<StoredKey | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<StoredKey>`
          select claim, fingerprint, status, headers, body,
            extract(epoch from present_moment() - created_at)::float8 * 1000 as age_ms
          from idempotency_key where user_id = ${userId} and key = ${key} and created_at > ${expiry}`.execute(
          tx,
        )
        return rows[0] ?? null
      })
    },

    /** Adds the reply to the key of a completed request. */
    async storeReply(userId: string, key: string, claim: string, reply: StoredReply): Promise<void> {
      await database().within({ user: userId }, tx =>
        sql`update idempotency_key set status = ${reply.status}, body = ${reply.body},
            headers = ${JSON.stringify(reply.headers)}::jsonb
          where user_id = ${userId} and key = ${key} and claim = ${claim}`.execute(tx),
      )
    },

    async deleteExpired(): Promise<void> {
      await database().within('system', tx =>
        sql`delete from idempotency_key where created_at <= ${expiry}`.execute(tx),
      )
    },
  }
}
