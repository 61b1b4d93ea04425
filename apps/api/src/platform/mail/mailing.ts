import { type LinkPurpose, type NewLink, newLink } from './links.ts'

/** What routes need for mail: new links, and whether a mail server is configured. */
export interface Mailing {
  newLink(purpose: LinkPurpose): NewLink
  /** The reply of every call that mails a link. It never holds the link and is the same for all callers. */
  reply: { has_mail_server: boolean }
}

export function createMailing(options: { publicUrl: string; hasMailServer: boolean }): Mailing {
  return {
    newLink: purpose => newLink(purpose, options.publicUrl),
    reply: { has_mail_server: options.hasMailServer },
  }
}
