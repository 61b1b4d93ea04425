import type { Services } from '../services.ts'
import { authRoutes } from './auth.routes.ts'
import { createOpenSession } from './auth.service.ts'
import { authStores } from './auth-stores.store.ts'
import { credentialsRoutes } from './credentials.routes.ts'
import { createLimits } from './limits/limits.ts'
import { invitationRoutes } from './links/invitation.routes.ts'
import { passwordResetRoutes } from './links/password-reset.routes.ts'
import { registrationRoutes } from './links/registration.routes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createReauthenticate, createWithCodeLimit } from './reauthenticate.ts'
import { challengeRoutes, createOpenChallenge } from './second-factor/challenge.routes.ts'
import { twoFactorRoutes } from './second-factor/two-factor.routes.ts'
import { apiTokensRoutes } from './sessions/api-tokens.routes.ts'
import { signInsRoutes } from './sessions/sign-ins.routes.ts'

export function registerAuth(services: Services): void {
  const { serve, database, sessions, keys, mailing, installation } = services
  const stores = authStores(database)
  const { auth, twoFactor } = stores
  const passwords = createPasswords(services.workerEntry('password-worker'))
  const limits = createLimits(stores.tryLimits)
  const openSession = createOpenSession(auth, sessions)
  const withCodeLimit = createWithCodeLimit(auth, limits)
  const reauthenticate = createReauthenticate({
    store: auth,
    twoFactor,
    passwords,
    limits,
    withCodeLimit,
    keys,
  })

  authRoutes(serve, {
    store: auth,
    sessions,
    openSession,
    passwords,
    limits,
    openChallenge: createOpenChallenge(twoFactor),
  })
  challengeRoutes(serve, { store: twoFactor, withCodeLimit, openSession, keys })
  twoFactorRoutes(serve, twoFactor, withCodeLimit, keys)
  signInsRoutes(serve, stores.signIns)
  apiTokensRoutes(serve, stores.apiTokens, reauthenticate)
  credentialsRoutes(serve, {
    store: stores.credentials,
    confirm: auth.confirmPassword,
    reauthenticate,
    passwords,
    limits,
    mailing,
  })
  invitationRoutes(serve, stores.invitations, passwords, openSession)
  registrationRoutes(serve, {
    store: stores.registrations,
    limits,
    passwords,
    mailing,
    openSession,
    isOpen: installation.isDemo,
  })
  passwordResetRoutes(serve, { store: stores.passwordResets, limits, passwords, mailing })
}
