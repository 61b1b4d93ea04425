import { createHash } from 'node:crypto'
import type { JobRequest } from './job.ts'

/**
 * Identifies a query by everything its result follows from: the version of the snapshot, the accounts that the caller
 * may see, their language, currency and day, and the parsed call with its input. It is a digest of the message to the
 * worker. Null where no result is shared: loads, exports, and input that JSON would not tell apart.
 */
export function makeResultKey(request: JobRequest): string | null {
  if (request.kind !== 'query' || request.call.accept !== 'json' || !isPlain(request.call)) return null
  return createHash('sha256').update(JSON.stringify(request)).digest('base64')
}

/** Whether different values have different JSON. A field that is undefined counts as absent. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  if (Array.isArray(value)) return value.every(item => item !== undefined && isPlain(item))
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
