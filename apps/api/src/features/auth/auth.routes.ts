import { contract } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signAccessToken } from '../../platform/auth/access-token.ts'
import { bearerToken, checkAccessToken } from '../../platform/auth/identify.ts'
import type { SessionStore } from '../../platform/auth/session.store.ts'
import { clearCookies, isWebClient, readRefreshCookie } from '../../platform/auth/web-cookies.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { issueTokens, type OpenSession } from './auth.service.ts'
import type { AuthStore } from './auth.store.ts'
import type { Limits } from './limits/limits.ts'
import { rejectSlowly } from './limits/tarpit.ts'
import type { Passwords } from './passwords/passwords.ts'
import { matchesPassword } from './reauthenticate.ts'
import type { OpenChallenge } from './second-factor/challenge.routes.ts'
import { findKnownOrigin } from './sessions/origin.ts'
import { hashSecret, readRefreshToken, refreshToken, successor } from './sessions/refresh-token.ts'

interface AuthDependencies {
  store: AuthStore
  sessions: SessionStore
  openSession: OpenSession
  passwords: Passwords
  limits: Limits
  openChallenge: OpenChallenge
}

/** Signing in, refreshing and signing out. */
export function authRoutes(
  serve: Serve,
  { store, sessions, openSession, passwords, limits, openChallenge }: AuthDependencies,
): void {
  serve.anyone(contract.auth.login, async ({ body, request, reply }) => {
    const login = body.username.trim()
    if (passwords.isBusy()) return rejectSlowly(new AppError('overloaded'))
    // Limited by the typed name, known or not: a limit per user would reveal which names belong to one person.
    const account = login.toLowerCase()
    const findOrigin = () => findKnownOrigin(store, { login: account }, request)
    const ticket = await limits.take('sign_in', { account, address: request.ip, findOrigin })
    const found = await store.findForLogin(login)
    const matches = await matchesPassword(passwords, ticket, body.password, found?.password_hash ?? null)
    const user = found && { id: found.id, familyId: found.family_id }
    if (!user || !matches) {
      await store.recordFailure(user ?? null, request.ip)
      throw new AppError('login_failed')
    }
    await ticket.giveBack()
    return found.is_two_factor_active
      ? { tfa_id: await openChallenge(user.id) }
      : openSession(request, reply, user, 'password')
  })

  serve.anyone(contract.auth.loginVerify, async ({ body, request, reply }) => {
    const checked = await checkAccessToken(sessions, body.token)
    if (!checked) return rejectExpired(request, reply)
    return { data: { expires_at: checked.expiresAt.toISOString() } }
  })

  serve.anyone(contract.auth.loginRefresh, async ({ body, request, reply }) => {
    const token = readRefreshToken(body.refresh ?? body.refresh_token ?? readRefreshCookie(request) ?? '')
    if (!token) return rejectExpired(request, reply)
    const { current: key } = await sessions.signingKeys()
    const next = successor(key, token.secret)
    const rotation = await store.rotate(
      token.signInId,
      hashSecret(token.secret),
      hashSecret(next),
      request.ip,
    )
    if (rotation.kind === 'refused') return rejectExpired(request, reply)
    const access = await signAccessToken(key, rotation.userId, token.signInId, rotation.present)
    return issueTokens(request, reply, access, refreshToken(token.signInId, next))
  })

  serve.anyone(contract.auth.logout, async ({ body, request, reply }) => {
    const token = readRefreshToken(body.refresh ?? readRefreshCookie(request) ?? '')
    if (token) await store.endByToken(token.signInId, hashSecret(token.secret))
    // A client that lost its refresh token can still sign out with its access token.
    const access = bearerToken(request)
    const checked = access === null ? null : await checkAccessToken(sessions, access)
    if (checked?.user.signInId) await store.endById(checked.user.id, checked.user.signInId)
    clearCookies(reply)
    return undefined
  })
}

function rejectExpired(request: FastifyRequest, reply: FastifyReply): never {
  if (isWebClient(request)) clearCookies(reply)
  throw new AppError('session_expired')
}
