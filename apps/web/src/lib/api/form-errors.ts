import type { TextKey } from '@plumbline/contract/texts'
import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { TextOf } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { spokenText } from './error-text.ts'

const fromServer = 'server'

/** What stands under a field: a key of the catalogue where we found the error, a sentence where the server did. */
export function fieldErrorText(error: FieldError | undefined, text: TextOf): string | undefined {
  if (error?.message === undefined) return undefined
  // Our own validators return keys only.
  return error.type === fromServer ? error.message : text(error.message as TextKey)
}

/** Puts the server's complaints under the fields they are about. Returns whether there were any. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  /** What the server calls a field, where that is another name. */
  wireNames: Partial<Record<Path<Values>, string>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  const wireName = (field: Path<Values>) => wireNames[field] ?? field
  const concerned = fields.filter(field => error.fields[wireName(field)] !== undefined)
  concerned.forEach((field, index) => {
    const name = wireName(field)
    const message = spokenText(error.fieldCodes[name] ?? '', error.fields[name] ?? '')
    setError(field, { type: fromServer, message }, { shouldFocus: index === 0 })
  })
  return concerned.length > 0
}
