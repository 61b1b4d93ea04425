import { contract } from '@plumbline/contract'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Mailing } from '../../platform/mail/mailing.ts'
import type { AuthStore } from './auth.store.ts'
import type { CredentialsStore } from './credentials.store.ts'
import type { Limits } from './limits/limits.ts'
import { presentedLink, refuseLink } from './links/presented-link.ts'
import { refuseCommonPassword } from './passwords/password-rule.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Reauthenticate } from './reauthenticate.ts'
import { hashBackupCode } from './second-factor/two-factor.ts'
import { toSignInActor } from './sessions/sign-in-actor.ts'

interface CredentialsDependencies {
  store: CredentialsStore
  confirm: AuthStore['confirmPassword']
  reauthenticate: Reauthenticate
  passwords: Passwords
  limits: Limits
  mailing: Mailing
}

/** Users change their own credentials; each change needs the password, and a code if two-factor is on. */
export function credentialsRoutes(
  serve: Serve,
  { store, confirm, reauthenticate, passwords, limits, mailing }: CredentialsDependencies,
): void {
  serve(contract.auth.confirmPassword, async ({ user, body, request }) => {
    await reauthenticate(user, request, { password: body.password, passwordField: 'password', otp: body.otp })
    invariant(user.signInId, 'only a sign-in confirms its password: tokens are refused')
    const codeHash = body.otp === undefined ? null : hashBackupCode(user.id, body.otp)
    await confirm(user, user.signInId, codeHash, request.ip)
    return undefined
  })

  serve(contract.auth.changePassword, async ({ user, body, request }) => {
    refuseCommonPassword(
      body.new_password,
      [user.username, user.name, await store.readEmail(user.id)],
      'new_password',
    )
    await reauthenticate(user, request, {
      password: body.old_password,
      passwordField: 'old_password',
      otp: body.otp,
    })
    const passwordHash = await passwords.hash(body.new_password)
    await store.changePassword(toSignInActor(user, request), passwordHash, body.keep_api_tokens)
    return undefined
  })

  serve(contract.auth.changeEmail, async ({ user, body, request }) => {
    await reauthenticate(user, request, { password: body.password, passwordField: 'password', otp: body.otp })
    // Prevents a user from flooding a stranger's mailbox.
    await limits.take('mail', { account: user.id, address: request.ip })
    const link = await mailing.newLink('email_change')
    await store.requestEmailChange(toSignInActor(user, request), body.email, link)
    return { data: mailing.reply }
  })

  serve.anyone(contract.auth.confirmEmail, async ({ body, request }) => {
    const outcome = await store.confirmEmail(presentedLink(body), request.ip)
    if (outcome === 'taken') throw new AppError('already_exists', { field: 'email' })
    if (outcome !== 'changed') refuseLink(outcome)
    return undefined
  })

  serve(contract.auth.changeUsername, async ({ user, body, request }) => {
    await reauthenticate(user, request, { password: body.password, passwordField: 'password', otp: body.otp })
    const outcome = await store.changeUsername(toSignInActor(user, request), body.username)
    if (outcome === 'taken') throw new AppError('already_exists', { field: 'username' })
    return undefined
  })
}
