import { languageNames, languages } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { chooseLanguage } from './i18n.ts'

/** Every language by its own name. */
export const languageChoices: readonly { value: Language; label: string }[] = languages.map(value => ({
  value,
  label: languageNames[value],
}))

/** Keeps the current language when the texts cannot be loaded. */
export function switchLanguage(language: Language): Promise<void> {
  return chooseLanguage(language).catch(() => undefined)
}
