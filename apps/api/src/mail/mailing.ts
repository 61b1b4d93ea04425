import { type LinkPurpose, type NewLink, newLink } from './links.ts'

/** What routes need to know about mail: where links lead, and whether the demo shows them instead. */
export interface Mailing {
  newLink(purpose: LinkPurpose): NewLink
  /** The link for the reply: in a demo without a mail server, else null. */
  demoLink(link: NewLink): string | null
}

export function createMailing(options: { publicUrl: string; showsLinks: boolean }): Mailing {
  return {
    newLink: purpose => newLink(purpose, options.publicUrl),
    demoLink: link => (options.showsLinks ? link.path : null),
  }
}
