import { createHash } from 'node:crypto'

/** Content that cannot be read is identified by what is known of it. */
export function hashContent(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
