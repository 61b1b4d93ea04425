import { jwtVerify, SignJWT } from 'jose'

const lifetimeSeconds = 5 * 60
const issuer = 'plumbline'
const audience = 'plumbline-api'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface AccessClaims {
  userId: string
  signInId: string
  expiresAt: Date
}

/** Signs a short-lived token for a user and a sign-in. `now` is the database's present moment. */
export function signAccessToken(
  key: Uint8Array,
  userId: string,
  signInId: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: signInId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(key)
}

/** Claims of tokens whose signature was verified, oldest first. */
const verified = new WeakMap<Uint8Array, Map<string, AccessClaims>>()
const maxVerified = 5_000

/**
 * Returns the claims of a token with a valid signature, else null. Expiry is not checked here: the database's clock
 * decides it, together with whether the sign-in is alive. Clients send the same token for minutes, so its
 * verification is cached.
 */
export async function readAccessToken(key: Uint8Array, token: string): Promise<AccessClaims | null> {
  const ours = verified.get(key) ?? new Map<string, AccessClaims>()
  verified.set(key, ours)
  const known = ours.get(token)
  if (known) return known
  const claims = await verify(key, token)
  if (claims === null) return null
  ours.set(token, claims)
  const [oldest] = ours.keys()
  if (ours.size > maxVerified && oldest !== undefined) ours.delete(oldest)
  return claims
}

async function verify(key: Uint8Array, token: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      currentDate: new Date(0),
    })
    const { sub, sid, exp } = payload
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
    if (!uuid.test(sub) || !uuid.test(sid)) return null
    return { userId: sub, signInId: sid, expiresAt: new Date(exp * 1000) }
  } catch {
    return null
  }
}
