import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { hasCode, wasDeclined } from './api-error.ts'
import { showFieldErrors } from './form-errors.ts'

interface FormCallOptions<Values extends FieldValues, Result> {
  send: (values: Values) => Promise<Result>
  /** The fields that the server may report errors for. */
  fields: readonly Path<Values>[]
  /** The server's names of fields that differ from the form's. */
  wireNames?: Partial<Record<Path<Values>, string>>
  onSuccess?: (result: Result, values: Values) => void
  /** Refetches the edited record after a conflicting change. */
  reload?: () => Promise<unknown>
}

/** Submits a form. Field errors appear under their fields, others as the error of the form. */
export function useFormCall<Values extends FieldValues, Result>(
  form: UseFormReturn<Values>,
  { send, fields, wireNames, onSuccess, reload }: FormCallOptions<Values, Result>,
) {
  const [isUnderField, setIsUnderField] = useState(false)
  const sending = useMutation({
    mutationFn: send,
    // The form shows the error.
    meta: { quiet: true },
    ...(onSuccess && { onSuccess }),
    onError: error => setIsUnderField(showFieldErrors(error, fields, form.setError, wireNames)),
  })
  const isOutdated = reload !== undefined && hasCode(sending.error, 'conflict')
  return {
    submit: form.handleSubmit(values => sending.mutate(values)),
    isBusy: sending.isPending,
    error: isUnderField || wasDeclined(sending.error) ? null : sending.error,
    result: sending.data,
    /** A newer version exists. It can be loaded without losing edited fields. */
    onReload: isOutdated ? () => void reload().then(() => sending.reset()) : undefined,
  }
}
