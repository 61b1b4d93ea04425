import { contract } from '@plumbline/contract'
import type { Serve } from '../../../platform/http/serve.ts'
import type { Mailing } from '../../../platform/mail/mailing.ts'
import type { Limits } from '../limits/limits.ts'
import { refuseCommonPassword } from '../passwords/password-rule.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { PasswordResetStore } from './password-reset.store.ts'
import { presentedLink, refuseLink } from './presented-link.ts'

/** A new password for whoever can read the mail of their address. The answers tell nobody who has an account. */
export function passwordResetRoutes(
  serve: Serve,
  store: PasswordResetStore,
  limits: Limits,
  passwords: Passwords,
  mailing: Mailing,
): void {
  serve.anyone(contract.auth.resetPassword, async ({ body, request }) => {
    await limits.take('reset', { account: body.email.toLowerCase(), address: request.ip })
    const link = mailing.newLink('password_reset')
    await store.ask(body.email, link, request.ip)
    return { data: mailing.reply }
  })

  serve.anyone(contract.auth.checkPasswordReset, async ({ body }) => {
    const found = await store.find(presentedLink(body))
    if (found.kind !== 'open') refuseLink(found.kind)
    return undefined
  })

  serve.anyone(contract.auth.confirmPasswordReset, async ({ body, request }) => {
    const presented = presentedLink(body)
    // Looked at first, so that a stranger with a made-up link cannot have passwords hashed.
    const found = await store.find(presented)
    if (found.kind !== 'open') return refuseLink(found.kind)
    refuseCommonPassword(body.password, [found.link.email, found.link.name])
    const outcome = await store.confirm(presented, await passwords.hash(body.password), request.ip)
    if (outcome !== 'changed') refuseLink(outcome)
    return undefined
  })
}
