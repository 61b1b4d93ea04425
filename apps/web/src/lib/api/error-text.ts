import { type Translate, textIfAny } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { unreachableText } from './unreachable-text.ts'

/** The message of an error: the server's first message, which is in the caller's language, else a general one. */
export function errorText(error: unknown, text: Translate): string {
  if (!(error instanceof ApiError)) return text('general_error')
  if (error.status === null) {
    const { title, note } = unreachableText(text)
    return `${title} ${note}`
  }
  // The server mentions a header, which the web app sends by itself.
  if (error.code === 'outcome_unknown') return text('outcome_unknown')
  return translateMessage(error.code, error.message) || text('general_error')
}

/** The server's message, or the text of its code where it sent none. */
export function translateMessage(code: string, message: string): string {
  return message || (textIfAny(`error_${code}`) ?? '')
}
