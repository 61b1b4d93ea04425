import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

export type MailKind = TextKey extends infer Key
  ? Key extends `mail_${infer Kind}_subject`
    ? Kind
    : never
  : never

export interface ComposedMail {
  subject: string
  /** Both have placeholders: {link}, and {pause} for the link that stops mails of this kind. */
  text: string
  html: string
}

/** Composes a mail in plain text and HTML. User input appears only in the body, escaped. */
export function composeMail(
  kind: MailKind,
  language: Language,
  name: string,
  values: Readonly<Record<string, string>>,
  isPausable = false,
): ComposedMail {
  const texts = textsIn(language)
  const paragraphs = fillText(texts[`mail_${kind}_text`], values).split('\n\n')
  return frameMail(language, name, texts[`mail_${kind}_subject`], paragraphs, isPausable)
}

/** A mail with a greeting and a footer around its paragraphs, and with a link to stop such mails. */
export function frameMail(
  language: Language,
  name: string,
  subject: string,
  content: readonly string[],
  isPausable: boolean,
): ComposedMail {
  const texts = textsIn(language)
  const greeting = name ? fillText(texts.mail_greeting, { name }) : texts.mail_greeting_nameless
  const pause = isPausable ? [texts.mail_pause, '{pause}'] : []
  const paragraphs = [greeting, ...content, ...pause, texts.mail_footer]
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: toHtml(language, paragraphs) }
}

function toHtml(language: Language, paragraphs: readonly string[]): string {
  const body = paragraphs.map(paragraph =>
    paragraph === '{link}' || paragraph === '{pause}'
      ? `<p><a href="${paragraph}">${paragraph}</a></p>`
      : `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
  )
  return `<!doctype html>\n<html lang="${language}"><body style="font-family:sans-serif;line-height:1.5">\n${body.join('\n')}\n</body></html>\n`
}

/** Inserts the link at the moment of sending, so that stored bodies do not contain it. */
export function insertLink(body: string, link: string | null, format: 'text' | 'html'): string {
  return body.replaceAll('{link}', format === 'html' ? escapeHtml(link ?? '…') : (link ?? '…'))
}

/** The same for the link that stops such mails. */
export function insertPauseLink(body: string, link: string | null, format: 'text' | 'html'): string {
  return body.replaceAll('{pause}', format === 'html' ? escapeHtml(link ?? '…') : (link ?? '…'))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
