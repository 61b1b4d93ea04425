import { contract } from '@plumbline/contract'
import type { Serve } from '../../../platform/http/serve.ts'
import type { Mailing } from '../../../platform/mail/mailing.ts'
import type { Limits } from '../limits/limits.ts'
import { refuseCommonPassword } from '../passwords/password-rule.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { PasswordResetStore } from './password-reset.store.ts'
import { presentedLink, refuseLink } from './presented-link.ts'

interface PasswordResetDependencies {
  store: PasswordResetStore
  limits: Limits
  passwords: Passwords
  mailing: Mailing
}

/** Resets passwords by mail. Replies do not reveal whether an account exists. */
export function passwordResetRoutes(
  serve: Serve,
  { store, limits, passwords, mailing }: PasswordResetDependencies,
): void {
  serve.anyone(contract.auth.resetPassword, async ({ body, request }) => {
    await limits.take('reset', { account: body.email.toLowerCase(), address: request.ip })
    const link = await mailing.newLink('password_reset')
    await store.requestLink(body.email, link, request.ip)
    return { data: mailing.reply }
  })

  serve.anyone(contract.auth.checkPasswordReset, async ({ body }) => {
    const found = await store.find(presentedLink(body))
    if (found.kind !== 'open') refuseLink(found.kind)
    return undefined
  })

  serve.anyone(contract.auth.confirmPasswordReset, async ({ body, request }) => {
    const presented = presentedLink(body)
    // Checked first, so that a made-up link cannot cause password hashing.
    const found = await store.find(presented)
    if (found.kind !== 'open') return refuseLink(found.kind)
    refuseCommonPassword(body.password, [found.link.email ?? '', found.link.name])
    const outcome = await store.confirm(presented, await passwords.hash(body.password), request.ip)
    if (outcome !== 'changed') refuseLink(outcome)
    return undefined
  })
}
