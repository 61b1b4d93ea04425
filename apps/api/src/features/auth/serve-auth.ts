import type { Serve } from '../../http/serve.ts'
import type { SessionStore } from '../../http/session/session.store.ts'
import type { Mailing } from '../../mail/mailing.ts'
import { apiTokensRoutes } from './api-tokens.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { createOpenSession } from './auth.service.ts'
import type { AuthStores } from './auth-stores.store.ts'
import { challengeRoutes, createOpenChallenge } from './challenge.routes.ts'
import { credentialsRoutes } from './credentials.routes.ts'
import { invitationRoutes } from './invitation.routes.ts'
import { createLimits } from './limits.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { createPasswords } from './passwords.ts'
import { createProve, createUnderCodeLimit } from './proof.ts'
import { registrationRoutes } from './registration.routes.ts'
import { signInsRoutes } from './sign-ins.routes.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'

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
