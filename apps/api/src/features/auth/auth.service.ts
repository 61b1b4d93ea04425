import type { Tokens } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signAccessToken } from '../../platform/auth/access-token.ts'
import type { SessionStore } from '../../platform/auth/session.store.ts'
import { deviceCookieOf, isWebClient, setCookies, setDeviceCookie } from '../../platform/auth/web-cookies.ts'
import type { AuthStore } from './auth.store.ts'
import { hashSecret, newSecret, refreshLifetimeDays, refreshToken } from './sessions/refresh-token.ts'

/** Signs a user in, once it is settled that they are who they say. */
export type OpenSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: { id: string; familyId: string | null },
  by: 'password' | 'mailed_link',
) => Promise<Tokens>

export function createOpenSession(store: AuthStore, sessions: SessionStore): OpenSession {
  return async (request, reply, user, by) => {
    const secret = newSecret()
    const device = nameDevice(request, reply)
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
    const access = await signAccessToken(await sessions.signingKey(), user.id, signIn.id, signIn.present)
    return handOver(request, reply, access, refreshToken(signIn.id, secret))
  }
}

/** A browser keeps the name it has: several accounts may be signed in to from it. API clients have none. */
function nameDevice(request: FastifyRequest, reply: FastifyReply): string | null {
  if (!isWebClient(request)) return null
  const device = deviceCookieOf(request) ?? newSecret().toString('base64url')
  setDeviceCookie(request, reply, device)
  return device
}

/** Both tokens in the body for API clients; as cookies, and only the short-lived one in the body, for the web. */
export function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  access: string,
  refresh: string,
): Tokens {
  if (!isWebClient(request)) return { access, refresh, access_token: access, refresh_token: refresh }
  setCookies(request, reply, access, refresh, refreshLifetimeDays)
  return { access, access_token: access }
}
