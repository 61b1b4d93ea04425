import { useStore } from '../browser/store.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { chosenNumberFormat } from './chosen-number-format.ts'
import { type NumberLocale, numberLocale } from './format.ts'

/** The locale of figures: the language, and the number format of the user settings. */
export function useNumberLocale(): NumberLocale {
  const format = useStore(chosenNumberFormat)
  return numberLocale(useLanguage(), format)
}
