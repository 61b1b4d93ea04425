import { createHash, randomBytes } from 'node:crypto'

/** Lets people and secret scanners recognise a Plumbline token. */
const marker = 'plb_'
const prefixLength = 10

/** 256 random bits; the database stores only the hash. */
export function newApiToken(): string {
  return `${marker}${randomBytes(32).toString('base64url')}`
}

export function isApiToken(token: string): boolean {
  return token.startsWith(marker)
}

export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The part of a token that lists show, so that owners can tell their tokens apart. */
export function tokenPrefix(token: string): string {
  return token.slice(0, prefixLength)
}
