import { createHash, randomBytes } from 'node:crypto'

/** Says at a glance, and to scanners of leaked secrets, what it is. */
const beginning = 'plb_'
const shownLetters = 10

/** 256 random bits, of which only the hash is kept. */
export function newApiToken(): string {
  return `${beginning}${randomBytes(32).toString('base64url')}`
}

export function isApiToken(token: string): boolean {
  return token.startsWith(beginning)
}

export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What the list shows of a token, to tell it from others. */
export function prefixOf(token: string): string {
  return token.slice(0, shownLetters)
}
