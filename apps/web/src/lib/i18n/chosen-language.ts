import { languages } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { recall, remember } from '../browser/storage.ts'

const languageKey = 'plumbline_language'

/** The language chosen on this device; undefined when the user setting applies. */
export function chosenLanguage(): Language | undefined {
  const chosen = recall(languageKey)
  return languages.find(language => language === chosen)
}

export function rememberLanguage(language: Language): void {
  remember(languageKey, language)
}
