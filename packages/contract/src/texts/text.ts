/** The languages of the product. US English is the default and complete; German is complete as well. */
export const languages = ['en-US', 'de'] as const
export type Language = (typeof languages)[number]

/** A language that is named somewhere, as in someone's settings; US English where none of ours is. */
export function languageOf(name: unknown): Language {
  return languages.find(language => language === name) ?? 'en-US'
}

/** One visible sentence in every language, side by side so that neither is forgotten. */
export type Text = Readonly<Record<Language, string>>
export type Texts = Readonly<Record<string, Text>>

/** Declares the texts of one feature; keys are unique over the whole catalogue. */
export function texts<const T extends Texts>(entries: T): T {
  return entries
}
