import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showToast } from '../browser/toasts.ts'
import { useText } from '../i18n/i18n.ts'

interface EditedVersion {
  /** The version that the form values come from; absent for a new record. */
  version: number | undefined
  /** Loads the newest version into the form, except for edited fields. */
  reload: () => Promise<void>
}

/**
 * Tracks which version of a record a form was filled from. A background refetch does not change the form:
 * saving then reports the conflict, and `reload` applies the newer values.
 */
export function useEditedVersion<Values extends FieldValues, Row extends { version: number }>(
  form: UseFormReturn<Values>,
  record: Row | null,
  toValues: (record: Row) => Values,
  refetch: () => Promise<unknown>,
): EditedVersion {
  const text = useText()
  const [version, setVersion] = useState(record?.version)
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || record === null || record.version === version) return
    form.reset(toValues(record), { keepDirtyValues: true })
    setVersion(record.version)
    setIsWanted(false)
    showToast(text('reloaded_note'))
  })
  return {
    version,
    async reload() {
      setIsWanted(true)
      await refetch()
    },
  }
}
