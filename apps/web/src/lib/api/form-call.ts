import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { hasCode, needsPassword } from './api-error.ts'
import { showFieldErrors } from './form-errors.ts'

interface FormCallOptions<Values extends FieldValues, Result> {
  send: (values: Values) => Promise<Result>
  /** The fields that the server may have something to say about. */
  fields: readonly Path<Values>[]
  /** What the server calls a field, where that is another name. */
  wireNames?: Partial<Record<Path<Values>, string>>
  onSuccess?: (result: Result, values: Values) => void
  /** Reads what is edited once more, after somebody else changed it. */
  reload?: () => Promise<unknown>
}

/** Sends a form. What the server says of a field stands under it, the rest is the error of the form. */
export function useFormCall<Values extends FieldValues, Result>(
  form: UseFormReturn<Values>,
  { send, fields, wireNames, onSuccess, reload }: FormCallOptions<Values, Result>,
) {
  const [isUnderField, setIsUnderField] = useState(false)
  const sending = useMutation({
    mutationFn: send,
    // The form shows it.
    meta: { quiet: true },
    ...(onSuccess && { onSuccess }),
    onError: error => setIsUnderField(showFieldErrors(error, fields, form.setError, wireNames)),
  })
  const isOutdated = reload !== undefined && hasCode(sending.error, 'conflict')
  return {
    submit: form.handleSubmit(values => sending.mutate(values)),
    isBusy: sending.isPending,
    error: isUnderField || needsPassword(sending.error) ? null : sending.error,
    result: sending.data,
    /** There is a newer version, which can be read without losing what was typed. */
    onReload: isOutdated ? () => void reload().then(() => sending.reset()) : undefined,
  }
}
