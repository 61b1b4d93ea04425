import { defaultLanguage, i18n, type TextOf, textIfAny } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'

/** Codes whose sentence is made for the occasion by the server: it says more than the catalogue could. */
const spokenByServer = new Set(['invalid_field', 'bad_request'])

/**
 * The sentence for a failure: the server's first message, in the user's language where the catalogue has
 * it, else the general one.
 */
export function errorText(error: unknown, text: TextOf): string {
  if (!(error instanceof ApiError)) return text('general_error')
  if (error.status === null) return `${text('offline_title')} ${text('offline_text')}`
  // The server speaks of a header, which the web sends by itself.
  if (error.code === 'outcome_unknown') return text('outcome_unknown')
  return spokenText(error.code, error.message) || text('general_error')
}

/** What the server said, in the user's language where the catalogue has it. */
export function spokenText(code: string, message: string): string {
  const isForeign = i18n.language !== defaultLanguage && !spokenByServer.has(code)
  const translated = isForeign || message === '' ? textIfAny(`error_${code}`) : undefined
  return translated ?? message
}
