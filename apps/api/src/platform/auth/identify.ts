import { languageHeader } from '@plumbline/contract'
import { type Language, languageOf, languages } from '@plumbline/contract/texts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { readAccessToken } from './access-token.ts'
import { hashApiToken, isApiToken } from './api-token.ts'
import type { SessionStore, WhoRow } from './session.store.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Who makes this request, by its Authorization header alone: a cookie by itself opens nothing here. `withView` asks
 * for what they may see of portfolios in the same question, where that can be had.
 */
export async function identify(
  store: SessionStore,
  request: FastifyRequest,
  withView: boolean,
): Promise<SignedIn> {
  const token = bearerToken(request)
  if (token === null) throw new AppError('unauthenticated')
  const user = isApiToken(token)
    ? await identifyByApiToken(store, token)
    : (await checkAccessToken(store, token, withView))?.user
  if (!user) throw new AppError('session_expired')
  return { ...user, language: chosenLanguage(request) ?? user.language }
}

/** The language of the device that a request comes from; undefined where none was chosen on it. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  return languages.find(language => language === request.headers[languageHeader])
}

export async function checkAccessToken(
  store: SessionStore,
  token: string,
  withView = false,
): Promise<{ user: SignedIn; expiresAt: Date } | null> {
  const claims = await readAccessToken(await store.signingKey(), token)
  if (!claims) return null
  const ask = withView ? store.whoWithView : store.who
  const who = await ask(claims.userId, claims.signInId)
  if (!who || who.present >= claims.expiresAt) return null
  const user: SignedIn = {
    ...personOf(who),
    signInId: claims.signInId,
    hasRecentPassword: who.has_recent_password,
    token: null,
  }
  if (who.view) user.view = who.view
  return { user, expiresAt: claims.expiresAt }
}

async function identifyByApiToken(store: SessionStore, token: string): Promise<SignedIn | null> {
  const who = await store.whoByToken(hashApiToken(token))
  if (!who) return null
  return {
    ...personOf(who),
    signInId: null,
    hasRecentPassword: false,
    token: { id: who.token_id, scope: who.token_scope },
  }
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
    language: languageOf(who.language),
  }
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}
