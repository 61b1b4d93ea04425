import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readAccessToken, signAccessToken } from './access-token.ts'

const now = new Date('2026-01-05T10:00:00Z')

describe('an access token', () => {
  it('returns the same claims every time it is read', async () => {
    const key = randomBytes(32)
    const user = randomUUID()
    const signIn = randomUUID()
    const token = await signAccessToken(key, user, signIn, now)
    const claims = { userId: user, signInId: signIn, expiresAt: new Date('2026-01-05T10:05:00Z') }
    expect(await readAccessToken(key, token)).toEqual(claims)
    expect(await readAccessToken(key, token)).toEqual(claims)
  })

  it('is rejected with another key after it was verified with the right one', async () => {
    const key = randomBytes(32)
    const token = await signAccessToken(key, randomUUID(), randomUUID(), now)
    expect(await readAccessToken(key, token)).not.toBeNull()
    expect(await readAccessToken(randomBytes(32), token)).toBeNull()
  })

  it('is rejected when its payload or signature was changed', async () => {
    const key = randomBytes(32)
    const token = await signAccessToken(key, randomUUID(), randomUUID(), now)
    await readAccessToken(key, token)
    const [head, , signature] = token.split('.')
    const other = await signAccessToken(key, randomUUID(), randomUUID(), now)
    expect(await readAccessToken(key, `${head}.${other.split('.')[1]}.${signature}`)).toBeNull()
    expect(await readAccessToken(key, `${token}x`)).toBeNull()
  })
})
