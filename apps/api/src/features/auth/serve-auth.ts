import type { SessionStore } from '../../platform/auth/session.store.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Mailing } from '../../platform/mail/mailing.ts'
import { authRoutes } from './auth.routes.ts'
import { createOpenSession } from './auth.service.ts'
import type { AuthStores } from './auth-stores.store.ts'
import { credentialsRoutes } from './credentials.routes.ts'
import { createLimits } from './limits/limits.ts'
import { invitationRoutes } from './links/invitation.routes.ts'
import { passwordResetRoutes } from './links/password-reset.routes.ts'
import { registrationRoutes } from './links/registration.routes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createProve, createUnderCodeLimit } from './proof.ts'
import { challengeRoutes, createOpenChallenge } from './second-factor/challenge.routes.ts'
import { twoFactorRoutes } from './second-factor/two-factor.routes.ts'
import { apiTokensRoutes } from './sessions/api-tokens.routes.ts'
import { signInsRoutes } from './sessions/sign-ins.routes.ts'

/** Everything under /auth, put together once. */
export function serveAuth(
  serve: Serve,
  stores: AuthStores,
  sessions: SessionStore,
  mailing: Mailing,
  options: { isRegistrationOpen: () => boolean; passwordHasher: URL },
): void {
  const { auth, twoFactor } = stores
  const signingKey = () => sessions.signingKey()
  const passwords = createPasswords(options.passwordHasher)
  const limits = createLimits(stores.tryLimits)
  const openSession = createOpenSession(auth, sessions)
  const underCodeLimit = createUnderCodeLimit(auth, limits)
  const prove = createProve(auth, twoFactor, passwords, limits, underCodeLimit, signingKey)

  authRoutes(serve, auth, sessions, openSession, passwords, limits, createOpenChallenge(twoFactor))
  challengeRoutes(serve, twoFactor, underCodeLimit, openSession, signingKey)
  twoFactorRoutes(serve, twoFactor, underCodeLimit, signingKey)
  signInsRoutes(serve, stores.signIns)
  apiTokensRoutes(serve, stores.apiTokens, prove)
  credentialsRoutes(serve, stores.credentials, auth.confirmPassword, prove, passwords, limits, mailing)
  invitationRoutes(serve, stores.invitations, passwords, openSession)
  registrationRoutes(
    serve,
    stores.registrations,
    limits,
    passwords,
    mailing,
    openSession,
    options.isRegistrationOpen,
  )
  passwordResetRoutes(serve, stores.passwordResets, limits, passwords, mailing)
}
