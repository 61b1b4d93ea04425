import { languages, textsIn } from '@plumbline/contract/texts'
import { describe, expect, it } from 'vitest'
import { composeMail, type MailKind, withLink } from './compose.ts'
import { type LinkPurpose, newLink } from './links.ts'

/** Every kind that has a subject has a text. */
const kinds = Object.keys(textsIn('en-US')).flatMap(key => {
  const kind = /^mail_(\w+)_subject$/.exec(key)?.[1]
  // The keys of the catalogue are what the kinds are made of.
  return kind === undefined ? [] : [kind as MailKind]
})
const withLinks = ['invitation', 'password_reset', 'registration', 'email_change']
/** Something typed by people for each blank of a text, with signs that mean something in HTML. */
function valuesFor(text: string): Record<string, string> {
  const blanks = [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  return Object.fromEntries(
    blanks.filter(blank => blank !== 'link').map(blank => [blank, `a "${blank}" & <b>`]),
  )
}
const link = 'https://plumbline.example/x?uid=u&token=t'

describe('a mail of every kind', () => {
  it('is there for what people must be told of', () => {
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...withLinks,
        'new_sign_in',
        'password_changed',
        'email_changed',
        'two_factor_on',
      ]),
    )
  })

  it.each(kinds)('%s says the same in plain text and HTML, in both languages', kind => {
    const subjects = new Set<string>()
    for (const language of languages) {
      const template = textsIn(language)[`mail_${kind}_text`]
      const { subject, text, html } = composeMail(kind, language, 'Zoë <i>', valuesFor(template))
      subjects.add(subject)
      expect(subject).toMatch(/\S/)
      expect(subject + withLink(text, link, 'text') + withLink(html, link, 'html')).not.toMatch(
        /[{}]|undefined/,
      )
      expect(text).toContain('Zoë <i>')
      expect(html).toContain('Zoë &lt;i&gt;')
      expect(html).not.toMatch(/<(?!\/?(?:html|body|p|a)\b|!doctype)/)
      expect(html).toContain(`lang="${language}"`)
      const hasLink = template.includes('{link}')
      if (withLinks.includes(kind)) expect(hasLink).toBe(true)
      expect(withLink(text, link, 'text').includes(link)).toBe(hasLink)
      expect(
        withLink(html, link, 'html').includes('href="https://plumbline.example/x?uid=u&amp;token=t"'),
      ).toBe(hasLink)
      expect(plainOf(html)).toBe(text.trim())
    }
    expect(subjects.size).toBe(languages.length)
  })
})

describe('the link of a mail', () => {
  it('leads to the page of the web app that takes it', () => {
    const pathOf = (purpose: LinkPurpose) => newLink(purpose, '').url.replaceAll(/[\w-]{36,43}/g, '…')
    expect(pathOf('invitation')).toBe('/user-invitation?uid=…&token=…')
    expect(pathOf('registration')).toBe('/register?uid=…&token=…')
    expect(pathOf('password_reset')).toBe('/password-reset/…/…')
    expect(pathOf('email_change')).toBe('/change-email?uid=…&token=…')
  })
})

function plainOf(html: string): string {
  const paragraphs = [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(match => match[1] ?? '')
  return paragraphs
    .map(paragraph => paragraph.replace(/<a [^>]*>(.*)<\/a>/, '$1'))
    .join('\n\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
