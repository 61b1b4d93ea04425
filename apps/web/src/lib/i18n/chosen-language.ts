import { languages } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { recall, remember } from '../browser/storage.ts'

const languageKey = 'plumbline_language'

/** What was chosen on this device; undefined where nothing was: there the saved setting counts. */
export function chosenLanguage(): Language | undefined {
  const chosen = recall(languageKey)
  return languages.find(language => language === chosen)
}

export function rememberLanguage(language: Language): void {
  remember(languageKey, language)
}
