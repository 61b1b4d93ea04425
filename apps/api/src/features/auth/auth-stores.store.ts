import type { Database } from '../../db/database.ts'
import { apiTokensStore } from './api-tokens.store.ts'
import { authStore } from './auth.store.ts'
import { credentialsStore } from './credentials.store.ts'
import { invitationStore } from './invitation.store.ts'
import { passwordResetStore } from './password-reset.store.ts'
import { registrationStore } from './registration.store.ts'
import { signInsStore } from './sign-ins.store.ts'
import { tryLimitStore } from './try-limit.store.ts'
import { twoFactorStore } from './two-factor.store.ts'

export type AuthStores = ReturnType<typeof authStores>

/** Everything the calls under /auth keep. */
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
