import { contract } from '@plumbline/contract'
import { AppError } from '../../http/app-error.ts'
import type { Serve } from '../../http/serve.ts'
import type { OpenSession } from './auth.service.ts'
import type { InvitationStore } from './invitation.store.ts'
import { hashPassword } from './passwords.ts'
import { hashSecret } from './refresh-token.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An invited person looks at their invitation, and accepts it with a name and a password. */
export function invitationRoutes(serve: Serve, store: InvitationStore, openSession: OpenSession): void {
  serve.anyone(contract.auth.checkInvitation, async ({ body }) => {
    const { invitation } = await openInvitation(store, body)
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
    // Looked at first, so that a stranger with a made-up link cannot have passwords hashed.
    const { invitation, tokenHash } = await openInvitation(store, body)
    const { username, name } = body
    const passwordHash = await hashPassword(body.password)
    const outcome = await store.accept(body.uid, tokenHash, { username, name, passwordHash })
    if (outcome === 'username_taken') throw new AppError('already_exists', { field: 'username' })
    if (outcome === 'used') throw new AppError('link_used')
    if (outcome === 'none') throw new AppError('invalid_link')
    return openSession(request, reply, { id: invitation.userId, familyId: invitation.familyId })
  })
}

async function openInvitation(store: InvitationStore, link: { uid: string; token: string }) {
  const tokenHash = hashSecret(Buffer.from(link.token, 'base64url'))
  if (!uuid.test(link.uid)) throw new AppError('invalid_link')
  const found = await store.find(link.uid, tokenHash)
  if (found.kind === 'used') throw new AppError('link_used')
  if (found.kind === 'none') throw new AppError('invalid_link')
  return { invitation: found.invitation, tokenHash }
}
