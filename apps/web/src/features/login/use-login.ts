import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { Translate } from '../../lib/i18n/i18n.ts'
import { rememberLogin } from '../../lib/session/recent-logins.ts'
import { session } from '../../lib/session/session.ts'

interface Credentials {
  username: string
  password: string
}

/** Signs in, or continues with a one-time code if two-factor is on. */
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

/** Starts the session. The router then redirects from the sign-in page to the requested one. */
function finish(username: string): void {
  rememberLogin(username, new Date())
  session.begin()
}

/** Statuses whose message may be shown, as it does not reveal whether an account exists. */
const shownStatuses = new Set([429, 503])

export function loginErrorText(error: Error, text: Translate): string {
  const isShown = error instanceof ApiError && (error.status === null || shownStatuses.has(error.status))
  return isShown ? errorText(error, text) : text('error_login_failed')
}
