import { sealLink } from '../keys/sealed-link.ts'
import type { ServerKeys } from '../keys/server-keys.ts'
import { type LinkPurpose, type MailedLink, newLink } from './links.ts'

/** What routes need for mail: new links, and whether a mail server is configured. */
export interface Mailing {
  newLink(purpose: LinkPurpose): Promise<MailedLink>
  /** The reply of every call that mails a link. It never holds the link and is the same for all callers. */
  reply: { has_mail_server: boolean }
}

export function createMailing(options: {
  publicUrl: string
  hasMailServer: boolean
  keys: Pick<ServerKeys, 'seal'>
}): Mailing {
  return {
    async newLink(purpose) {
      const link = newLink(purpose, options.publicUrl)
      return { ...link, sealedUrl: await sealLink(options.keys, link.url) }
    },
    reply: { has_mail_server: options.hasMailServer },
  }
}
