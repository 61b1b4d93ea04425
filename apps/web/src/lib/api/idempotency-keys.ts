/** The idempotency key of a creating call, reused until there is a response. */
export interface IdempotencyKey {
  key: string
  /** Releases the key after a response: the next call is a new one. */
  release(): void
}

/** Shorter than the server's retention of keys. */
const keptMs = 3_600_000

const waiting = new Map<string, { key: string; since: number }>()
const files = new WeakMap<Blob, string>()

/**
 * The idempotency key of a creating call. Equal calls share it until one gets a response, so a double click
 * or a resubmission after a lost connection creates one record.
 */
export function idempotencyKeyFor(endpoint: string, body: unknown, file: Blob | undefined): IdempotencyKey {
  const call = `${endpoint}\n${file ? identifyFile(file) : JSON.stringify(body)}`
  const known = waiting.get(call)
  const isKnown = known !== undefined && Date.now() - known.since < keptMs
  const { key } = isKnown ? known : { key: randomKey() }
  if (!isKnown) waiting.set(call, { key, since: Date.now() })
  return {
    key,
    release() {
      if (waiting.get(call)?.key === key) waiting.delete(call)
    },
  }
}

function identifyFile(file: Blob): string {
  const known = files.get(file) ?? randomKey()
  files.set(file, known)
  return known
}

/** A random UUID. `crypto.randomUUID` exists in secure contexts only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
