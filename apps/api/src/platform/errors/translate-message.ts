import { errorCatalogue } from '@plumbline/contract'
import { type Language, type TextKey, textsIn, translateServerMessage } from '@plumbline/contract/texts'

/** A message of the server in another language. Without its code, it is found by its English words. */
export function translateMessage(message: string, language: Language, code?: string): string {
  if (language === 'en-US') return message
  const texts: Readonly<Partial<Record<TextKey, string>>> = textsIn(language)
  const known = Object.entries(errorCatalogue).find(
    ([each, { message: own }]) => own === message && (code === undefined || each === code),
  )
  // A code of the catalogue has a text of its own; both keys are those of the catalogue.
  if (known) return texts[`error_${known[0]}` as TextKey] ?? message
  return translateServerMessage(message, language) ?? message
}
