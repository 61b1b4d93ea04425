import { type LinkPurpose, type NewLink, newLink } from './links.ts'

/** What routes need to know about mail: where links lead, and whether there is a server to send it. */
export interface Mailing {
  newLink(purpose: LinkPurpose): NewLink
  /** The answer of every call that mails a link. It never holds the link, and is the same for everyone. */
  reply: { has_mail_server: boolean }
}

export function createMailing(options: { publicUrl: string; hasMailServer: boolean }): Mailing {
  return {
    newLink: purpose => newLink(purpose, options.publicUrl),
    reply: { has_mail_server: options.hasMailServer },
  }
}
