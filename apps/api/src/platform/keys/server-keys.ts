import { timingSafeEqual } from 'node:crypto'
import { decrypt, encrypt } from './encryption.ts'
import type { ServerKey, ServerKeysStore } from './server-keys.store.ts'

/** What is stored encrypted. */
export type SealedKind = 'two_factor' | 'source_key' | 'mailed_link'

/** Decrypts values of one kind. */
export type Unseal = (sealed: Buffer) => Buffer

export interface SigningKeys {
  /** Signs new tokens. */
  current: Buffer
  /** Accepted for verification: the current one, and former ones for as long as their tokens live. */
  accepted: readonly Buffer[]
}

export interface ServerKeys {
  signing(): Promise<SigningKeys>
  /** The same, read again at most once a second: a token may have been signed with a key newer than ours. */
  refreshedSigning(): Promise<SigningKeys>
  seal(kind: SealedKind, plain: Uint8Array): Promise<Buffer>
  /** With the keys of this moment, for use within a transaction. */
  unsealer(kind: SealedKind): Promise<Unseal>
  /** Keys that derive tokens or confirm facts, newest first. */
  read(purpose: 'audit' | 'mail_pause'): Promise<[ServerKey, ...ServerKey[]]>
}

/** Tokens signed with a former key have ended by then. */
export const acceptedAfterRetirementMs = 10 * 60_000
const signingKeysMaxAgeMs = 10_000
const minRefreshMs = 1_000

export function createServerKeys(store: ServerKeysStore, now: () => number = Date.now): ServerKeys {
  let signing: { at: number; keys: Promise<SigningKeys> } | null = null

  function readSigning(maxAgeMs: number): Promise<SigningKeys> {
    if (signing && now() - signing.at < maxAgeMs) return signing.keys
    const keys = store.readKeys('signing').then(toSigningKeys)
    const reading = { at: now(), keys }
    signing = reading
    keys.catch(() => {
      if (signing === reading) signing = null
    })
    return keys
  }

  return {
    signing: () => readSigning(signingKeysMaxAgeMs),
    refreshedSigning: () => readSigning(minRefreshMs),
    read: purpose => store.readKeys(purpose),

    async seal(kind, plain) {
      const [key] = await store.readKeys('sealing')
      return sealWith(key, kind, plain)
    },

    async unsealer(kind) {
      const keys = await store.readKeys('sealing')
      return sealed => unsealWith(keys, kind, sealed)
    },
  }
}

function toSigningKeys([current, ...former]: [ServerKey, ...ServerKey[]]): SigningKeys {
  const accepted = former.filter(({ retiredMs }) => (retiredMs ?? 0) < acceptedAfterRetirementMs)
  return { current: current.bytes, accepted: [current, ...accepted].map(({ bytes }) => bytes) }
}

const numberBytes = 4

/** The number of the key comes first, so that values of former keys can be decrypted. */
export function sealWith(key: ServerKey, kind: SealedKind, plain: Uint8Array): Buffer {
  const number = Buffer.alloc(numberBytes)
  number.writeUInt32BE(key.number)
  return Buffer.concat([number, encrypt(key.bytes, kind, plain)])
}

export function unsealWith(keys: readonly ServerKey[], kind: SealedKind, sealed: Buffer): Buffer {
  const key = keys.find(({ number }) => number === sealed.readUInt32BE(0))
  if (!key) throw new Error(`a sealed ${kind} needs a key that this database does not have`)
  return decrypt(key.bytes, kind, sealed.subarray(numberBytes))
}

/** The key of a purpose by its number; null if it is gone. */
export function findKey(keys: readonly ServerKey[], number: number): ServerKey | null {
  return keys.find(key => key.number === number) ?? null
}

/** Compares in a time that depends on the lengths only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
