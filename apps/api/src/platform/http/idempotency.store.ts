import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { expiry } from '../db/idempotency-claim.ts'

/** A key that did its work, with the reply where that is known. */
export interface KeptKey {
  claim: string
  fingerprint: Buffer
  age_ms: number
  status: number | null
  headers: Record<string, string> | null
  /** Null with a status: the reply held a secret, or failed after the work was done. */
  body: Buffer | null
}

export interface KeptReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

export type IdempotencyStore = ReturnType<typeof idempotencyStore>

export function idempotencyStore(database: () => Database) {
  return {
    /** Null when the key is unknown or has expired. */
    find(userId: string, key: string): Promise<KeptKey | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<KeptKey>`
          select claim, fingerprint, status, headers, body,
            extract(epoch from present_moment() - created_at)::float8 * 1000 as age_ms
          from idempotency_key where user_id = ${userId} and key = ${key} and created_at > ${expiry}`.execute(
          tx,
        )
        return rows[0] ?? null
      })
    },

    /** Adds the reply to the key of a request that was carried out. */
    async keep(userId: string, key: string, claim: string, reply: KeptReply): Promise<void> {
      await database().within({ user: userId }, tx =>
        sql`update idempotency_key set status = ${reply.status}, body = ${reply.body},
            headers = ${JSON.stringify(reply.headers)}::jsonb
          where user_id = ${userId} and key = ${key} and claim = ${claim}`.execute(tx),
      )
    },

    async forgetExpired(): Promise<void> {
      await database().within('system', tx =>
        sql`delete from idempotency_key where created_at <= ${expiry}`.execute(tx),
      )
    },
  }
}
