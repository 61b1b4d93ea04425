/** The languages of the product. US English is the default. */
export const languages = ['en-US', 'de'] as const
export type Language = (typeof languages)[number]
/** Each language by its own name. */
export const languageNames: Record<Language, string> = { 'en-US': 'English (US)', de: 'Deutsch' }

/** Parses a language name, as in user settings; US English for any other. */
export function parseLanguage(name: unknown): Language {
  return languages.find(language => language === name) ?? 'en-US'
}

/** A text in every language; omitting a translation is a compile error. */
export type Text = Readonly<Record<Language, string>>
export type Texts = Readonly<Record<string, Text>>

/** Declares the texts of one feature; keys are unique over the whole catalogue. */
export function texts<const T extends Texts>(entries: T): T {
  return entries
}
