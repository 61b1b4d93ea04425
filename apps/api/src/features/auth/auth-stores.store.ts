import type { Database } from '../../platform/db/database.ts'
import { authStore } from './auth.store.ts'
import { credentialsStore } from './credentials.store.ts'
import { tryLimitStore } from './limits/try-limit.store.ts'
import { invitationStore } from './links/invitation.store.ts'
import { passwordResetStore } from './links/password-reset.store.ts'
import { registrationStore } from './links/registration.store.ts'
import { twoFactorStore } from './second-factor/two-factor.store.ts'
import { apiTokensStore } from './sessions/api-tokens.store.ts'
import { signInsStore } from './sessions/sign-ins.store.ts'

export type AuthStores = ReturnType<typeof authStores>

export function authStores(database: () => Database) {
  return {
    auth: authStore(database),
    twoFactor: twoFactorStore(database),
    tryLimits: tryLimitStore(database),
    signIns: signInsStore(database),
    apiTokens: apiTokensStore(database),
    credentials: credentialsStore(database),
    invitations: invitationStore(database),
    registrations: registrationStore(database),
    passwordResets: passwordResetStore(database),
  }
}
