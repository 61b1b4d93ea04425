import { languages, textsIn } from '@plumbline/contract/texts'
import { describe, expect, it } from 'vitest'
import { composeMail, insertLink, type MailKind } from './compose.ts'
import { type LinkPurpose, newLink } from './links.ts'

/** Every kind that has a subject has a text. */
const kinds = Object.keys(textsIn('en-US')).flatMap(key => {
  const kind = /^mail_(\w+)_subject$/.exec(key)?.[1]
  // MailKind is derived from these keys.
  return kind === undefined ? [] : [kind as MailKind]
})
const withLinks = ['invitation', 'password_reset', 'registration', 'email_change']
/** A value for each placeholder of a text, with characters that are special in HTML. */
function valuesFor(text: string): Record<string, string> {
  const blanks = [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  return Object.fromEntries(
    blanks.filter(blank => blank !== 'link').map(blank => [blank, `a "${blank}" & <b>`]),
  )
}
const link = 'https://plumbline.example/x?uid=u&token=t'

describe('a mail of every kind', () => {
  it('exists for every security notice', () => {
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

  it.each(kinds)('%s has the same text in plain text and HTML, in both languages', kind => {
    const subjects = new Set<string>()
    for (const language of languages) {
      const template = textsIn(language)[`mail_${kind}_text`]
      const { subject, text, html } = composeMail(kind, language, 'Zoë <i>', valuesFor(template))
      subjects.add(subject)
      expect(subject).toMatch(/\S/)
      expect(subject + insertLink(text, link, 'text') + insertLink(html, link, 'html')).not.toMatch(
        /[{}]|undefined/,
      )
      expect(text).toContain('Zoë <i>')
      expect(html).toContain('Zoë &lt;i&gt;')
      expect(html).not.toMatch(/<(?!\/?(?:html|body|p|a)\b|!doctype)/)
      expect(html).toContain(`lang="${language}"`)
      const hasLink = template.includes('{link}')
      if (withLinks.includes(kind)) expect(hasLink).toBe(true)
      expect(insertLink(text, link, 'text').includes(link)).toBe(hasLink)
      expect(
        insertLink(html, link, 'html').includes('href="https://plumbline.example/x?uid=u&amp;token=t"'),
      ).toBe(hasLink)
      expect(toPlainText(html)).toBe(text.trim())
    }
    expect(subjects.size).toBe(languages.length)
  })
})

describe('the link of a mail', () => {
  it('leads to its page of the web app', () => {
    const linkPath = (purpose: LinkPurpose) => newLink(purpose, '').url.replaceAll(/[\w-]{36,43}/g, '…')
    expect(linkPath('invitation')).toBe('/user-invitation?uid=…&token=…')
    expect(linkPath('registration')).toBe('/register?uid=…&token=…')
    expect(linkPath('password_reset')).toBe('/password-reset/…/…')
    expect(linkPath('email_change')).toBe('/change-email?uid=…&token=…')
  })
})

function toPlainText(html: string): string {
  const paragraphs = [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(match => match[1] ?? '')
  return paragraphs
    .map(paragraph => paragraph.replace(/<a [^>]*>(.*)<\/a>/, '$1'))
    .join('\n\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
