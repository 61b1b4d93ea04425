import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { SignedIn } from '../signed-in.ts'
import { readAccessToken } from './access-token.ts'
import type { SessionStore } from './session.store.ts'

/** Who makes this request, by its Authorization header alone: a cookie by itself opens nothing here. */
export async function identify(store: SessionStore, request: FastifyRequest): Promise<SignedIn> {
  const token = bearerToken(request)
  if (token === null) throw new AppError('unauthenticated')
  const checked = await checkAccessToken(store, token)
  if (!checked) throw new AppError('session_expired')
  return checked.user
}

export async function checkAccessToken(
  store: SessionStore,
  token: string,
): Promise<{ user: SignedIn; expiresAt: Date } | null> {
  const claims = await readAccessToken(await store.signingKey(), token)
  if (!claims) return null
  const who = await store.who(claims.userId, claims.signInId)
  if (!who || who.present >= claims.expiresAt) return null
  const user: SignedIn = {
    id: who.user_id,
    username: who.username,
    name: who.name,
    role: who.role,
    familyId: who.family_id,
    isBetaTester: who.is_beta_tester,
    signInId: claims.signInId,
  }
  return { user, expiresAt: claims.expiresAt }
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}
