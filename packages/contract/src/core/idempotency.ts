import type { Endpoint } from './endpoint.ts'

/** A creating call that is sent twice with the same key is carried out once. */
export const idempotencyHeader = 'idempotency-key'

/** The header of a reply that repeats the reply of an earlier request. */
export const replayedHeader = 'idempotent-replayed'

export const longestIdempotencyKey = 255

/** Visible ASCII characters, as in any identifier that travels in a header. */
export const idempotencyKeyPattern = `^[!-~]{1,${longestIdempotencyKey}}$`

export const idempotencyKeyDescription =
  'Makes a repeat safe: within 24 hours the same key with the same request is carried out once, and a repeat ' +
  'gets the first reply. Use a random one for each thing to create.'

/** Whether a call creates something, so that it takes an Idempotency-Key. */
export function isCreating(call: Pick<Endpoint, 'creates'>): boolean {
  return call.creates === true || call.creates === 'secret'
}
