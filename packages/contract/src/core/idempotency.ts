import type { Endpoint } from './endpoint.ts'

/** A creating call that is sent twice with the same key is executed once. */
export const idempotencyHeader = 'idempotency-key'

/** Marks a reply that repeats the reply of an earlier request. */
export const replayedHeader = 'idempotent-replayed'

export const maxIdempotencyKeyChars = 255

/** Visible ASCII characters, as allowed in headers. */
export const idempotencyKeyPattern = `^[!-~]{1,${maxIdempotencyKeyChars}}$`

export const idempotencyKeyDescription =
  'Makes retries safe: within 24 hours a request with the same key is executed once, and a repeat gets the first ' +
  'reply. Use a random key for each object to create.'

/** Whether a call creates something, so that it takes an Idempotency-Key. */
export function isCreating(call: Pick<Endpoint, 'creates'>): boolean {
  return call.creates === true || call.creates === 'secret'
}
