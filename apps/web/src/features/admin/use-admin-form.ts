import { useMemo } from 'react'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { useAdminLocation } from './use-admin-location.ts'

/** The form open above a list: for a new entry, or for one of the rows. */
type OpenForm<Form extends string, Row> = { form: 'new'; row: null } | { form: Form; row: Row }

interface AdminForm<Form extends string, Row> {
  shown: OpenForm<Form, Row> | null
  frame: DialogFrame
}

/** The form named in the URL, or none when its row is not in the list. */
export function useAdminForm<Form extends string, Row>(
  rows: readonly Row[] | undefined,
  forms: readonly Form[],
  readId: (row: Row) => string,
): AdminForm<Form, Row> {
  const { fields, closeForm } = useAdminLocation()
  const { form, id } = fields
  const wanted = useMemo<OpenForm<Form, Row> | null>(() => {
    if (form === 'new') return { form: 'new', row: null }
    const known = forms.find(each => each === form)
    const row = rows?.find(each => readId(each) === id)
    return known === undefined || row === undefined ? null : { form: known, row }
  }, [rows, forms, form, id, readId])
  const { shown, isOpen, onClosed } = useDelayedUnmount(wanted)
  return { shown, frame: { isOpen, onClose: closeForm, onClosed } }
}

export function rowId({ id }: { id: string }): string {
  return id
}
