import { languageHeader } from '@plumbline/contract'
import { type Language, languages, parseLanguage } from '@plumbline/contract/texts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { SigningKeys } from '../keys/server-keys.ts'
import { type AccessClaims, readAccessToken } from './access-token.ts'
import { hashApiToken, isApiToken } from './api-token.ts'
import type { CurrentUser } from './current-user.ts'
import type { CallerRow, SessionStore } from './session.store.ts'

/**
 * Identifies the caller by the Authorization header; cookies alone grant nothing. `withView` also loads the
 * portfolios the caller may see, in the same round trip where possible.
 */
export async function identify(
  store: SessionStore,
  request: FastifyRequest,
  withView: boolean,
): Promise<CurrentUser> {
  const token = bearerToken(request)
  if (token === null) throw new AppError('unauthenticated')
  const user = isApiToken(token)
    ? await identifyByApiToken(store, token)
    : (await checkAccessToken(store, token, withView))?.user
  if (!user) throw new AppError('session_expired')
  return { ...user, language: chosenLanguage(request) ?? user.language }
}

/** The language chosen on the caller's device, if any. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  return languages.find(language => language === request.headers[languageHeader])
}

export async function checkAccessToken(
  store: SessionStore,
  token: string,
  withView = false,
): Promise<{ user: CurrentUser; expiresAt: Date } | null> {
  const claims = await readClaims(store, token)
  if (!claims) return null
  const find = withView ? store.findCallerWithView : store.findCaller
  const caller = await find(claims.userId, claims.signInId)
  if (!caller || caller.present >= claims.expiresAt) return null
  const user: CurrentUser = {
    ...toPerson(caller),
    signInId: claims.signInId,
    hasRecentPassword: caller.has_recent_password,
    token: null,
  }
  if (caller.view) user.view = caller.view
  return { user, expiresAt: claims.expiresAt }
}

/** Another server may have signed the token with a key that this one has not read yet. */
async function readClaims(store: SessionStore, token: string): Promise<AccessClaims | null> {
  const keys = await store.signingKeys()
  const claims = await verifyWithAny(keys, token)
  if (claims) return claims
  const refreshed = await store.refreshedSigningKeys()
  return refreshed === keys ? null : verifyWithAny(refreshed, token)
}

async function verifyWithAny({ accepted }: SigningKeys, token: string): Promise<AccessClaims | null> {
  for (const key of accepted) {
    const claims = await readAccessToken(key, token)
    if (claims) return claims
  }
  return null
}

async function identifyByApiToken(store: SessionStore, token: string): Promise<CurrentUser | null> {
  const owner = await store.findTokenOwner(hashApiToken(token))
  if (!owner) return null
  return {
    ...toPerson(owner),
    signInId: null,
    hasRecentPassword: false,
    token: { id: owner.token_id, scope: owner.token_scope },
  }
}

function toPerson(row: CallerRow) {
  return {
    id: row.user_id,
    username: row.username,
    name: row.name,
    role: row.role,
    familyId: row.family_id,
    isBetaTester: row.is_beta_tester,
    mustSetUpTwoFactor: row.must_set_up_two_factor,
    language: parseLanguage(row.language),
  }
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}
