import type { Tokens } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signAccessToken } from '../../http/session/access-token.ts'
import type { SessionStore } from '../../http/session/session.store.ts'
import { isWebClient, setCookies } from '../../http/session/web-cookies.ts'
import type { AuthStore } from './auth.store.ts'
import { hashSecret, newSecret, refreshLifetimeDays, refreshToken } from './refresh-token.ts'

/** Signs a user in, once it is settled that they are who they say. */
export type OpenSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: { id: string; familyId: string | null },
) => Promise<Tokens>

export function createOpenSession(store: AuthStore, sessions: SessionStore): OpenSession {
  return async (request, reply, user) => {
    const secret = newSecret()
    const signIn = await store.openSignIn({
      userId: user.id,
      familyId: user.familyId,
      isWeb: isWebClient(request),
      tokenHash: hashSecret(secret),
      lifetimeDays: refreshLifetimeDays,
      client: request.headers['user-agent'] ?? '',
      address: request.ip,
    })
    const access = await signAccessToken(await sessions.signingKey(), user.id, signIn.id, signIn.present)
    return handOver(request, reply, access, refreshToken(signIn.id, secret))
  }
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
