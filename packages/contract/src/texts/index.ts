import { commonTexts } from './common.ts'
import { errorTexts } from './errors.ts'
import { filterTexts } from './filter.ts'
import { loginTexts } from './login.ts'
import { mailTexts } from './mail.ts'
import { overviewTexts } from './overview.ts'
import { shellTexts } from './shell.ts'
import type { Language, Texts } from './text.ts'
import { vocabularyTexts } from './vocabulary.ts'

export { type Language, languages, type Text } from './text.ts'

/** Every visible text of the product. One file per feature; a test refuses a key that stands in two. */
const catalogue = {
  ...commonTexts,
  ...errorTexts,
  ...shellTexts,
  ...loginTexts,
  ...mailTexts,
  ...filterTexts,
  ...overviewTexts,
  ...vocabularyTexts,
} as const satisfies Texts

export type TextKey = keyof typeof catalogue

/** The catalogue of one language, as it travels to the web client. */
export function textsIn(language: Language): Record<TextKey, string> {
  const entries = Object.entries<Texts[string]>(catalogue)
  return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<TextKey, string>
}
