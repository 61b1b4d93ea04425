import { AppError } from '../../../platform/errors/app-error.ts'
import { hashSecret } from '../sessions/refresh-token.ts'
import type { PresentedLink } from './open-link.store.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses the parameters of a mailed link. */
export function presentedLink(body: { uid: string; token: string }): PresentedLink {
  if (!uuid.test(body.uid)) throw new AppError('invalid_link')
  return { id: body.uid, tokenHash: hashSecret(Buffer.from(body.token, 'base64url')) }
}

export function refuseLink(kind: 'used' | 'none'): never {
  throw new AppError(kind === 'used' ? 'link_used' : 'invalid_link')
}
