import { builtInTexts, languages } from 'virtual:contract'
import { formatCount, type NumberFormat, numberLocale } from '@plumbline/contract/format'
import type { Language, TextKey } from '@plumbline/contract/texts'
import { createInstance, type FormatterModule } from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { loadChunk } from '../browser/reload-once.ts'
import { chosenNumberFormat } from '../format/chosen-number-format.ts'
import { chosenLanguage, rememberLanguage } from './chosen-language.ts'

const defaultLanguage: Language = 'en-US'

/** `things` for a text with the plural forms `things_one` and `things_other`. */
type PluralKey = TextKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
export type TextValues = Readonly<Record<string, string | number>>
export type Translate = (key: TextKey | PluralKey, values?: TextValues) => string

export const i18n = createInstance()

/** Selects the plural form, and is formatted as a number: 10,000 positions. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, values) =>
    typeof value === 'number' && values?.interpolationkey === 'count'
      ? formatCount(value, numberLocale(language as Language, chosenNumberFormat.get()))
      : value,
}

void i18n
  .use(initReactI18next)
  .use(countFormatter)
  .init({
    lng: defaultLanguage,
    resources: Object.fromEntries(
      languages.map(language => [language, { translation: builtInTexts[language] }]),
    ),
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes the values.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
    parseMissingKeyHandler: key => `_${key}_`,
    initAsync: false,
    react: { useSuspense: false, bindI18nStore: 'added' },
  })

/** The texts of the current language. Components re-render when it changes. */
export function useText(): Translate {
  const { t } = useTranslation(undefined, { i18n })
  return useCallback((key, values) => t(key, values ?? {}), [t])
}

/** For code outside React: a text in the current language. */
export const textNow: Translate = (key, values) => i18n.t(key, values ?? {})

export function useLanguage(): Language {
  const { i18n: current } = useTranslation(undefined, { i18n })
  return current.language as Language
}

/** A label within a sentence: lower case in English, unchanged in German, which capitalises nouns. */
export function withinSentence(name: string): string {
  return primary(i18n.language) === 'de' ? name : name.toLocaleLowerCase()
}

/** The raw text with its `{placeholders}`, for inserting elements. */
export function rawText(key: TextKey): string {
  return i18n.t(key, { interpolation: { skipOnVariables: true }, skipInterpolation: true })
}

/** A text whose key is known at run time only, such as an error code; undefined where there is none. */
export function textIfAny(key: string): string | undefined {
  return i18n.exists(key) ? i18n.t(key) : undefined
}

/** The stored choice, else the user setting, else the browser's preference, else US English. */
export function decideLanguage(
  choice: Language | undefined,
  setting: Language | undefined,
  preferred: readonly string[],
): Language {
  const known = choice ?? setting
  if (known !== undefined) return known
  for (const preference of preferred) {
    const match = languages.find(language => primary(language) === primary(preference))
    if (match !== undefined) return match
  }
  return defaultLanguage
}

function primary(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? ''
}

/** Loads the texts for the first paint. Never rejects: the built-in texts cover error pages. */
export async function loadTexts(): Promise<void> {
  const language = decideLanguage(chosenLanguage(), undefined, navigator.languages)
  await fetchTexts(language).catch(() => undefined)
  await show(language)
}

/** Sets the language chosen on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await fetchTexts(language)
  rememberLanguage(language)
  await show(language)
}

/** Called when the user settings are loaded. A choice made on this device takes precedence. */
export async function applyLanguageSetting(setting: Language): Promise<void> {
  const language = decideLanguage(chosenLanguage(), setting, navigator.languages)
  if (language === i18n.language) return
  await fetchTexts(language)
  await show(language)
}

/** Called when the user settings are loaded or changed. Texts with counts are written anew. */
export function applyNumberFormat(format: NumberFormat | null): void {
  if (format === chosenNumberFormat.get()) return
  chosenNumberFormat.set(format)
  void i18n.changeLanguage(i18n.language)
}

/** The files belong to the build like its code: their names change with their content. */
const textFiles: Record<Language, () => Promise<{ texts: Readonly<Record<string, string>> }>> = {
  'en-US': () => import('virtual:texts/en-US'),
  de: () => import('virtual:texts/de'),
}

async function fetchTexts(language: Language): Promise<void> {
  const { texts } = await loadChunk(textFiles[language])
  i18n.addResourceBundle(language, 'translation', texts, true, true)
}

async function show(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
