import type { Tokens } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signAccessToken } from '../../platform/auth/access-token.ts'
import type { SessionStore } from '../../platform/auth/session.store.ts'
import {
  isWebClient,
  readDeviceCookie,
  setCookies,
  setDeviceCookie,
} from '../../platform/auth/web-cookies.ts'
import type { AuthStore } from './auth.store.ts'
import { hashSecret, newSecret, refreshLifetimeDays, refreshToken } from './sessions/refresh-token.ts'

/** Opens a session for a user whose identity is verified. */
export type OpenSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: { id: string; familyId: string | null },
  by: 'password' | 'mailed_link',
) => Promise<Tokens>

export function createOpenSession(store: AuthStore, sessions: SessionStore): OpenSession {
  return async (request, reply, user, by) => {
    const secret = newSecret()
    const device = identifyDevice(request, reply)
    const signIn = await store.openSignIn({
      userId: user.id,
      familyId: user.familyId,
      isWeb: isWebClient(request),
      tokenHash: hashSecret(secret),
      client: request.headers['user-agent'] ?? '',
      address: request.ip,
      deviceHash: device === null ? null : hashSecret(Buffer.from(device)),
      hasPassword: by === 'password',
    })
    const { current } = await sessions.signingKeys()
    const access = await signAccessToken(current, user.id, signIn.id, signIn.present)
    return issueTokens(request, reply, access, refreshToken(signIn.id, secret))
  }
}

/** Reuses the device id of the browser, which several accounts may share. API clients have none. */
function identifyDevice(request: FastifyRequest, reply: FastifyReply): string | null {
  if (!isWebClient(request)) return null
  const device = readDeviceCookie(request) ?? newSecret().toString('base64url')
  setDeviceCookie(request, reply, device)
  return device
}

/** API clients get both tokens in the body; the web client gets cookies, and only the access token in the body. */
export function issueTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  access: string,
  refresh: string,
): Tokens {
  if (!isWebClient(request)) return { access, refresh, access_token: access, refresh_token: refresh }
  setCookies(request, reply, access, refresh, refreshLifetimeDays)
  return { access, access_token: access }
}
