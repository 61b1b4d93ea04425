/** A key under which a creating call is sent, again and again until there is an answer. */
export interface SentKey {
  key: string
  /** The call was answered: what is sent next is something new. */
  answered(): void
}

/** Shorter than the server keeps keys. */
const keptMs = 3_600_000

const waiting = new Map<string, { key: string; since: number }>()
const files = new WeakMap<Blob, string>()

/**
 * The key of a creating call. Equal calls share it until one of them is answered: a second click, and a form that is
 * sent again after the connection was lost, create one thing. Other content is another call.
 */
export function idempotencyKeyFor(address: string, body: unknown, file: Blob | undefined): SentKey {
  const call = `${address}\n${file ? identityOf(file) : JSON.stringify(body)}`
  const known = waiting.get(call)
  const isKnown = known !== undefined && Date.now() - known.since < keptMs
  const { key } = isKnown ? known : { key: randomKey() }
  if (!isKnown) waiting.set(call, { key, since: Date.now() })
  return {
    key,
    answered() {
      if (waiting.get(call)?.key === key) waiting.delete(call)
    },
  }
}

function identityOf(file: Blob): string {
  const known = files.get(file) ?? randomKey()
  files.set(file, known)
  return known
}

/** Like a random UUID, which browsers give in secure contexts only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
