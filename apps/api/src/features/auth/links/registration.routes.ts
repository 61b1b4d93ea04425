import { contract } from '@plumbline/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { Mailing } from '../../../platform/mail/mailing.ts'
import type { OpenSession } from '../auth.service.ts'
import type { Limits } from '../limits/limits.ts'
import { refuseCommonPassword } from '../passwords/password-rule.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { preferredLanguage } from './preferred-language.ts'
import { presentedLink, refuseLink } from './presented-link.ts'
import type { RegistrationStore } from './registration.store.ts'

interface RegistrationDependencies {
  store: RegistrationStore
  limits: Limits
  passwords: Passwords
  mailing: Mailing
  openSession: OpenSession
  isOpen: () => boolean
}

/** Open registration, if the operator allows it. Replies do not reveal whether an address has an account. */
export function registrationRoutes(
  serve: Serve,
  { store, limits, passwords, mailing, openSession, isOpen }: RegistrationDependencies,
): void {
  serve.anyone(contract.auth.register, async ({ body, request }) => {
    if (!isOpen()) throw new AppError('registration_closed')
    const { username, name, email, password } = body
    refuseCommonPassword(password, [username, name, email])
    await limits.take('register', { account: email.toLowerCase(), address: request.ip })
    const link = await mailing.newLink('registration')
    const passwordHash = await passwords.hash(password)
    await store.requestLink(
      { username, name, email, passwordHash, language: preferredLanguage(request) },
      link,
      request.ip,
    )
    return { data: mailing.reply }
  })

  serve.anyone(contract.auth.confirmRegistration, async ({ body, request, reply }) => {
    if (!isOpen()) throw new AppError('registration_closed')
    const outcome = await store.confirm(presentedLink(body), body.username, request.ip)
    switch (outcome.kind) {
      case 'confirmed':
        return openSession(request, reply, { id: outcome.userId, familyId: outcome.familyId }, 'mailed_link')
      case 'username_taken':
        throw new AppError('already_exists', { field: 'username' })
      case 'email_taken':
        throw new AppError('already_exists', { field: 'email' })
      default:
        return refuseLink(outcome.kind)
    }
  })
}
