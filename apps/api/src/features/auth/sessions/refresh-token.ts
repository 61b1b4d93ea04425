import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const refreshLifetimeDays = 14
/** A sign-in ends after this time even if it is used. */
export const sessionDays = 30
/** Within this time after a rotation the spent token gets the same successor: see `successor`. */
export const rotationGraceSeconds = 10

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** A sign-in id and a secret, of which only the hash is stored. */
export function refreshToken(signInId: string, secret: Buffer): string {
  return `${signInId}.${secret.toString('base64url')}`
}

export function readRefreshToken(token: string): { signInId: string; secret: Buffer } | null {
  const [, signInId, secret] = shape.exec(token) ?? []
  return signInId && secret ? { signInId, secret: Buffer.from(secret, 'base64url') } : null
}

export function newSecret(): Buffer {
  return randomBytes(32)
}

export function hashSecret(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * Derives the next secret deterministically, so that two tabs, or a retry after a lost reply, get the same
 * successor for the same token, although only hashes are stored.
 */
export function successor(key: Uint8Array, secret: Uint8Array): Buffer {
  return createHmac('sha256', key).update('refresh').update(secret).digest()
}

export function sameBytes(a: Uint8Array, b: Uint8Array | null): boolean {
  return b !== null && a.length === b.length && timingSafeEqual(a, b)
}
