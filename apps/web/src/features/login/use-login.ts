import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { TextOf } from '../../lib/i18n/i18n.ts'
import { rememberLogin } from '../../lib/session/recent-logins.ts'
import { session } from '../../lib/session/session.ts'

interface Credentials {
  username: string
  password: string
}

/** Signs in, or asks for a one-time code where the user has two factors. */
export function useLogin(onCodeNeeded: (tfaId: string, username: string) => void) {
  return useMutation({
    mutationFn: (body: Credentials) => call(contract.auth.login, { body }),
    meta: { quiet: true },
    onSuccess(reply, { username }) {
      if ('tfa_id' in reply) onCodeNeeded(reply.tfa_id, username)
      else finish(username)
    },
  })
}

export function useVerifyCode(tfaId: string, username: string) {
  return useMutation({
    mutationFn: (otp: string) => call(contract.auth.verifyTwoFactor, { body: { tfa_id: tfaId, otp } }),
    meta: { quiet: true },
    onSuccess: () => finish(username),
  })
}

/** The router takes over: a sign-in page for someone who is signed in leads on to where they wanted to go. */
function finish(username: string): void {
  rememberLogin(username, new Date())
  session.begin()
}

/** Failures that say more than 'login failed' without telling whether an account exists. */
const spoken = new Set([429, 503])

export function loginErrorText(error: Error, text: TextOf): string {
  const isSpoken = error instanceof ApiError && (error.status === null || spoken.has(error.status))
  return isSpoken ? errorText(error, text) : text('error_login_failed')
}
