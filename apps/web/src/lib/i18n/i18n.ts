import { builtInTexts, languages } from 'virtual:contract'
import { formatCount } from '@plumbline/contract/format'
import type { Language, TextKey } from '@plumbline/contract/texts'
import { createInstance, type FormatterModule } from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { fetchAppSettings, storedAppSettings } from '../session/app-settings.ts'
import { chosenLanguage, rememberLanguage } from './chosen-language.ts'

export const defaultLanguage: Language = 'en-US'

/** `things` for a text that stands in the catalogue as `things_one` and `things_other`. */
type PluralKey = TextKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
export type TextValues = Readonly<Record<string, string | number>>
export type TextOf = (key: TextKey | PluralKey, values?: TextValues) => string

export const i18n = createInstance()

/** How many there are decides over one or several, and is read as a figure: 10,000 positions. */
const countsAsFigures: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, values) =>
    typeof value === 'number' && values?.interpolationkey === 'count'
      ? formatCount(value, language as Language)
      : value,
}

void i18n
  .use(initReactI18next)
  .use(countsAsFigures)
  .init({
    lng: defaultLanguage,
    resources: Object.fromEntries(
      languages.map(language => [language, { translation: builtInTexts[language] }]),
    ),
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
    parseMissingKeyHandler: key => `_${key}_`,
    initAsync: false,
    react: { useSuspense: false, bindI18nStore: 'added' },
  })

/** The texts of the current language; components that use them follow a change of language. */
export function useText(): TextOf {
  const { t } = useTranslation(undefined, { i18n })
  return useCallback((key, values) => t(key, values ?? {}), [t])
}

/** For those outside of React: a text in the language of the moment. */
export const textNow: TextOf = (key, values) => i18n.t(key, values ?? {})

export function useLanguage(): Language {
  const { i18n: current } = useTranslation(undefined, { i18n })
  return current.language as Language
}

/** A name of something where a sentence goes on: small in English; in German nouns are capital wherever they stand. */
export function withinSentence(name: string): string {
  return primary(i18n.language) === 'de' ? name : name.toLocaleLowerCase()
}

/** The text itself with its `{names}` still in it, for those who put more than text in their place. */
export function rawText(key: TextKey): string {
  return i18n.t(key, { interpolation: { skipOnVariables: true }, skipInterpolation: true })
}

/** A text whose key is only known at run time, such as that of an error; undefined where there is none. */
export function textIfAny(key: string): string | undefined {
  return i18n.exists(key) ? i18n.t(key) : undefined
}

/** The stored choice, else the user's setting, else the browser's wish, else US English. */
export function decideLanguage(
  choice: Language | undefined,
  setting: Language | undefined,
  wishes: readonly string[],
): Language {
  const known = choice ?? setting
  if (known !== undefined) return known
  for (const wish of wishes) {
    const spoken = languages.find(language => primary(language) === primary(wish))
    if (spoken !== undefined) return spoken
  }
  return defaultLanguage
}

function primary(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? ''
}

/**
 * Loads the texts for the first paint. Those of the last visit serve at once and are renewed behind the
 * scenes; without any, the paint waits. It never fails: the built-in texts are enough to say what is wrong.
 */
export async function startTexts(): Promise<void> {
  const language = decideLanguage(chosenLanguage(), undefined, navigator.languages)
  const stored = storedAppSettings(language)
  if (stored !== undefined) addTexts(language, stored.texts)
  const renewed = fetchTexts(language).catch(() => undefined)
  if (stored === undefined) await renewed
  await show(language)
}

/** The user's own choice: kept on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await fetchTexts(language)
  rememberLanguage(language)
  await show(language)
}

/** Called when the user's settings arrive: they count only where nothing was chosen on this device. */
export async function noteLanguageSetting(setting: Language): Promise<void> {
  const language = decideLanguage(chosenLanguage(), setting, navigator.languages)
  if (language === i18n.language) return
  await fetchTexts(language)
  await show(language)
}

async function fetchTexts(language: Language): Promise<void> {
  const { texts } = await fetchAppSettings(language)
  addTexts(language, texts)
}

function addTexts(language: Language, texts: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, 'translation', texts, true, true)
}

async function show(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
