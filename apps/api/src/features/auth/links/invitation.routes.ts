import { contract } from '@plumbline/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { OpenSession } from '../auth.service.ts'
import { refuseCommonPassword } from '../passwords/password-rule.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { InvitationStore } from './invitation.store.ts'
import type { OpenLink } from './open-link.store.ts'
import { preferredLanguage } from './preferred-language.ts'
import { presentedLink, refuseLink } from './presented-link.ts'

/** Shows an invitation, and accepts it with a name and a password. */
export function invitationRoutes(
  serve: Serve,
  store: InvitationStore,
  passwords: Passwords,
  openSession: OpenSession,
): void {
  serve.anyone(contract.auth.checkInvitation, async ({ body }) => {
    const invitation = await openInvitation(store, body)
    return {
      data: {
        email: invitation.email,
        name: invitation.name || null,
        family: invitation.family,
        is_mfa_required: invitation.isTwoFactorRequired,
        expires_at: invitation.expiresAt.toISOString(),
      },
    }
  })

  serve.anyone(contract.auth.acceptInvitation, async ({ body, request, reply }) => {
    // Checked first, so that a made-up link cannot cause password hashing.
    const invitation = await openInvitation(store, body)
    const { username, name } = body
    const email = chooseEmail(invitation.email, body.email)
    refuseCommonPassword(body.password, [username, name, email])
    const passwordHash = await passwords.hash(body.password)
    const outcome = await store.accept(presentedLink(body), {
      username,
      name,
      email,
      passwordHash,
      language: preferredLanguage(request),
      address: request.ip,
    })
    if (outcome === 'username_taken') throw new AppError('already_exists', { field: 'username' })
    if (outcome === 'email_taken') throw new AppError('already_exists', { field: 'email' })
    if (outcome !== 'accepted') refuseLink(outcome)
    const { userId: id, familyId } = invitation
    return openSession(request, reply, { id, familyId }, 'password')
  })
}

/** The address of the invitation. Only the first administrator, who was not invited by mail, gives one. */
function chooseEmail(invited: string | null, given: string | undefined): string {
  const email = invited ?? given
  if (email === undefined)
    throw new AppError('invalid_field', { field: 'email', message: 'This is required.' })
  if (given !== undefined && given.toLowerCase() !== email.toLowerCase())
    throw new AppError('invalid_field', {
      field: 'email',
      message: 'This invitation is for another address. Leave it out.',
    })
  return email
}

async function openInvitation(
  store: InvitationStore,
  body: { uid: string; token: string },
): Promise<OpenLink> {
  const found = await store.find(presentedLink(body))
  return found.kind === 'open' ? found.link : refuseLink(found.kind)
}
