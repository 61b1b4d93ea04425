import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** Where links of mails lead: paths of the web app. */
const paths = {
  invitation: (uid: string, token: string) => `/user-invitation?${new URLSearchParams({ uid, token })}`,
  registration: (uid: string, token: string) => `/register?${new URLSearchParams({ uid, token })}`,
  password_reset: (uid: string, token: string) => `/password-reset/${uid}/${token}`,
  email_change: (uid: string, token: string) => `/change-email?${new URLSearchParams({ uid, token })}`,
}

export type LinkPurpose = keyof typeof paths

/** A link that works once. The token goes into the mail; of it only the hash is kept. */
export interface NewLink {
  purpose: LinkPurpose
  id: string
  tokenHash: Buffer
  /** As it stands in the mail: from the configured address, never from what a request claims. */
  url: string
}

export function newLink(purpose: LinkPurpose, publicUrl: string): NewLink {
  const id = randomUUID()
  const token = randomBytes(32)
  const path = paths[purpose](id, token.toString('base64url'))
  const tokenHash = createHash('sha256').update(token).digest()
  return { purpose, id, tokenHash, url: `${publicUrl}${path}` }
}
