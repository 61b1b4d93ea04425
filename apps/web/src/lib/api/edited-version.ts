import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showToast } from '../browser/toasts.ts'
import { useText } from '../i18n/i18n.ts'

interface EditedVersion {
  /** The version that the values of the form come from; absent for something new. */
  version: number | undefined
  /** Takes over the newest version, except where something was typed. */
  reload: () => Promise<void>
}

/**
 * Knows from which version of a record a form was filled in. A record that is read anew in the background does not
 * change the form: saving then says that somebody else changed it, and `reload` takes over what they did.
 */
export function useEditedVersion<Values extends FieldValues, Row extends { version: number }>(
  form: UseFormReturn<Values>,
  record: Row | null,
  valuesOf: (record: Row) => Values,
  refetch: () => Promise<unknown>,
): EditedVersion {
  const text = useText()
  const [version, setVersion] = useState(record?.version)
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || record === null || record.version === version) return
    form.reset(valuesOf(record), { keepDirtyValues: true })
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
