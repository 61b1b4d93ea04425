import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

export type MailKind = TextKey extends infer Key
  ? Key extends `mail_${infer Kind}_subject`
    ? Kind
    : never
  : never

export interface ComposedMail {
  subject: string
  /** Both hold {link} where the link belongs. */
  text: string
  html: string
}

/** One mail in plain text and in HTML, in one language. What people typed stands in the body alone, escaped. */
export function composeMail(
  kind: MailKind,
  language: Language,
  name: string,
  values: Readonly<Record<string, string>>,
): ComposedMail {
  const texts = textsIn(language)
  const greeting = name ? fillText(texts.mail_greeting, { name }) : texts.mail_greeting_nameless
  const paragraphs = [
    greeting,
    ...fillText(texts[`mail_${kind}_text`], values).split('\n\n'),
    texts.mail_footer,
  ]
  return {
    subject: texts[`mail_${kind}_subject`],
    text: `${paragraphs.join('\n\n')}\n`,
    html: htmlOf(language, paragraphs),
  }
}

function htmlOf(language: Language, paragraphs: readonly string[]): string {
  const body = paragraphs.map(paragraph =>
    paragraph === '{link}' ? '<p><a href="{link}">{link}</a></p>' : `<p>${escapeHtml(paragraph)}</p>`,
  )
  return `<!doctype html>\n<html lang="${language}"><body style="font-family:sans-serif;line-height:1.5">\n${body.join('\n')}\n</body></html>\n`
}

/** Puts the link where it belongs, at the moment of sending and nowhere else. */
export function withLink(body: string, link: string | null, format: 'text' | 'html'): string {
  return body.replaceAll('{link}', format === 'html' ? escapeHtml(link ?? '…') : (link ?? '…'))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
