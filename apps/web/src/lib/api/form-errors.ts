import type { TextKey } from '@plumbline/contract/texts'
import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { Translate } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { translateMessage } from './error-text.ts'

const fromServer = 'server'

/** The error of a field: a translation key from our validators, or a message from the server. */
export function fieldErrorText(error: FieldError | undefined, text: Translate): string | undefined {
  if (error?.message === undefined) return undefined
  // Our own validators return translation keys only.
  return error.type === fromServer ? error.message : text(error.message as TextKey)
}

/** A message of the server as the error of a field. */
export function serverError({ message }: { message: string }): FieldError {
  return { type: fromServer, message }
}

/** Shows the server's field errors under their fields. Returns whether there were any. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  /** The server's names of fields that differ from the form's. */
  wireNames: Partial<Record<Path<Values>, string>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  const wireName = (field: Path<Values>) => wireNames[field] ?? field
  const failing = fields.filter(field => error.fields[wireName(field)] !== undefined)
  failing.forEach((field, index) => {
    const name = wireName(field)
    const message = translateMessage(error.fieldCodes[name] ?? '', error.fields[name] ?? '')
    setError(field, { type: fromServer, message }, { shouldFocus: index === 0 })
  })
  return failing.length > 0
}
