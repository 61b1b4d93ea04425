import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A running request that carries an Idempotency-Key. */
export interface IdempotencyClaim {
  readonly userId: string
  readonly key: string
  /** Distinguishes this request from others with the same key. */
  readonly id: string
  /** Hash of method, address and body. */
  readonly fingerprint: Buffer
  /** `open` until a writing transaction has committed the key with it; `over` after the reply. */
  state: 'open' | 'committed' | 'over'
}

/** Another request with the same key committed first, so this one was rolled back. */
export class KeyTaken extends Error {
  constructor() {
    super('another request with this Idempotency-Key was carried out')
  }
}

const current = new AsyncLocalStorage<IdempotencyClaim | null>()

/** Runs `work` so that its first writing transaction also commits the claim's key. */
export function withClaim<T>(claim: IdempotencyClaim, work: () => Promise<T>): Promise<T> {
  return current.run(claim, work)
}

/** Runs transactions that are not part of the request's creation, such as a cleanup before it. */
export function withoutClaim<T>(work: () => Promise<T>): Promise<T> {
  return current.getStore() ? current.run(null, work) : work()
}

/** The claim that the next transaction of this request has to commit, if any. */
export function openClaim(): IdempotencyClaim | null {
  const claim = current.getStore()
  return claim?.state === 'open' ? claim : null
}

/**
 * Writes the key if the transaction wrote anything; call it right before the commit. The insert waits for a
 * concurrent transaction with the same key.
 *
 * @returns whether the key is part of the transaction.
 */
export async function writeClaim(tx: Transaction<Tables>, claim: IdempotencyClaim): Promise<boolean> {
  // PostgreSQL assigns a transaction id at the first write, so a transaction without one has only read.
  const { rows } = await sql<{ wrote: boolean; claimed: boolean }>`
    with written as materialized (select pg_current_xact_id_if_assigned() is not null as wrote),
    claimed as (
      insert into idempotency_key as k (user_id, key, claim, fingerprint, created_at)
      select ${claim.userId}::uuid, ${claim.key}, ${claim.id}::uuid, ${claim.fingerprint}::bytea, present_moment()
      from written where wrote
      on conflict (user_id, key) do update
        set claim = excluded.claim, fingerprint = excluded.fingerprint, created_at = excluded.created_at,
          status = null, headers = null, body = null
        where k.claim = excluded.claim or k.created_at <= ${expiry}
      returning 1)
    select wrote, exists (select from claimed) as claimed from written`.execute(tx)
  const { wrote, claimed } = rows[0] ?? { wrote: false, claimed: false }
  if (wrote && !claimed) throw new KeyTaken()
  return claimed
}

/** Keys from before this moment have expired. */
export const expiry = sql`present_moment() - interval '24 hours'`
