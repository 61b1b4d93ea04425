import { defaultLanguage, i18n, type Translate, textIfAny } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'

/** Errors whose message the server composes: it is more specific than the catalogue. */
const composedByServer = new Set(['invalid_field', 'bad_request', 'confirmation_required'])

/** The message of an error: the server's first message, translated where the catalogue has it, else a general one. */
export function errorText(error: unknown, text: Translate): string {
  if (!(error instanceof ApiError)) return text('general_error')
  if (error.status === null) return `${text('offline_title')} ${text('offline_text')}`
  // The server mentions a header, which the web app sends by itself.
  if (error.code === 'outcome_unknown') return text('outcome_unknown')
  return translateMessage(error.code, error.message) || text('general_error')
}

/** The server's message, translated where the catalogue has it. */
export function translateMessage(code: string, message: string): string {
  const isForeign = i18n.language !== defaultLanguage && !composedByServer.has(code)
  const translated = isForeign || message === '' ? textIfAny(`error_${code}`) : undefined
  return translated ?? message
}
