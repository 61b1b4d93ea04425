import type { Language, Texts } from './text.ts'

export { type Language, languages, type Text } from './text.ts'

/** Every visible text of the product. One file per feature; a test refuses a key that stands in two. */
const catalogue = {} as const satisfies Texts

export type TextKey = keyof typeof catalogue

/** The catalogue of one language, as it travels to the web client. */
export function textsIn(language: Language): Record<TextKey, string> {
  const entries = Object.entries<Texts[string]>(catalogue)
  return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<TextKey, string>
}
