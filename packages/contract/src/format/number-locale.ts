import type { Language } from '../texts/text.ts'

/** The number formats a user can choose, each written as an example. */
export const numberFormats = ['1,234.56', '1.234,56', "1'234.56", '1 234,56'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** The language of units and signs, with the number format of the user; the language alone implies its own format. */
export type NumberLocale = Language | `${Language}/${NumberFormat}`

/** Combines a language with the chosen number format; null follows the language. */
export function numberLocale(language: Language, format: NumberFormat | null | undefined): NumberLocale {
  return format === null || format === undefined ? language : `${language}/${format}`
}

/** Parses a stored setting; null for anything else. */
export function parseNumberFormat(text: unknown): NumberFormat | null {
  return numberFormats.find(format => format === text) ?? null
}

const formatByLanguage: Record<Language, NumberFormat> = { 'en-US': '1,234.56', de: '1.234,56' }

export function localeLanguage(locale: NumberLocale): Language {
  return locale.split('/', 1)[0] as Language
}

export function localeNumberFormat(locale: NumberLocale): NumberFormat {
  return parseNumberFormat(locale.split('/')[1]) ?? formatByLanguage[localeLanguage(locale)]
}

/** Locales of Intl that write numbers in each format. */
export const intlLocales: Record<NumberFormat, string> = {
  '1,234.56': 'en-US',
  '1.234,56': 'de',
  "1'234.56": 'de-CH',
  '1 234,56': 'fr',
}

/** The marks of a number format. */
export function numberMarks(locale: NumberLocale): { group: string; decimal: '.' | ',' } {
  const format = localeNumberFormat(locale)
  return { group: format.charAt(1), decimal: format.charAt(5) === ',' ? ',' : '.' }
}
