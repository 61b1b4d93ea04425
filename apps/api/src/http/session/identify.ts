import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { SignedIn } from '../signed-in.ts'
import { readAccessToken } from './access-token.ts'
import { hashApiToken, isApiToken } from './api-token.ts'
import type { SessionStore, WhoRow } from './session.store.ts'

/** Who makes this request, by its Authorization header alone: a cookie by itself opens nothing here. */
export async function identify(store: SessionStore, request: FastifyRequest): Promise<SignedIn> {
  const token = bearerToken(request)
  if (token === null) throw new AppError('unauthenticated')
  if (isApiToken(token)) return identifyByApiToken(store, token)
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
  const user: SignedIn = { ...personOf(who), signInId: claims.signInId, token: null }
  return { user, expiresAt: claims.expiresAt }
}

async function identifyByApiToken(store: SessionStore, token: string): Promise<SignedIn> {
  const who = await store.whoByToken(hashApiToken(token))
  if (!who) throw new AppError('session_expired')
  return { ...personOf(who), signInId: null, token: { id: who.token_id, scope: who.token_scope } }
}

function personOf(who: WhoRow) {
  return {
    id: who.user_id,
    username: who.username,
    name: who.name,
    role: who.role,
    familyId: who.family_id,
    isBetaTester: who.is_beta_tester,
    mustSetUpTwoFactor: who.must_set_up_two_factor,
  }
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}
