import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** The web app's paths for links in mails. */
const paths = {
  invitation: (uid: string, token: string) => `/user-invitation?${new URLSearchParams({ uid, token })}`,
  registration: (uid: string, token: string) => `/register?${new URLSearchParams({ uid, token })}`,
  password_reset: (uid: string, token: string) => `/password-reset/${uid}/${token}`,
  email_change: (uid: string, token: string) => `/change-email?${new URLSearchParams({ uid, token })}`,
}

export type LinkPurpose = keyof typeof paths

/** A link that works once. The mail contains the token, the database only its hash. */
export interface NewLink {
  purpose: LinkPurpose
  id: string
  tokenHash: Buffer
  /** Built from the configured address, never from a request's Host header. */
  url: string
}

/** A link for the outbox, which holds it encrypted until it is sent. */
export interface MailedLink extends NewLink {
  sealedUrl: string
}

export function newLink(purpose: LinkPurpose, publicUrl: string): NewLink {
  const id = randomUUID()
  const token = randomBytes(32)
  const path = paths[purpose](id, token.toString('base64url'))
  const tokenHash = createHash('sha256').update(token).digest()
  return { purpose, id, tokenHash, url: `${publicUrl}${path}` }
}
