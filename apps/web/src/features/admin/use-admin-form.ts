import { useMemo } from 'react'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { useLingering } from '../../ui/overlay/lingering.ts'
import { useAdminPlace } from './use-admin-place.ts'

/** A form above a list: for something new, or about one of the rows. */
type OpenForm<Form extends string, Row> = { form: 'new'; row: null } | { form: Form; row: Row }

interface AdminForm<Form extends string, Row> {
  shown: OpenForm<Form, Row> | null
  frame: DialogFrame
}

/** The form that the address asks for. One about a row that is not in the list is not there. */
export function useAdminForm<Form extends string, Row>(
  rows: readonly Row[] | undefined,
  forms: readonly Form[],
  idOf: (row: Row) => string,
): AdminForm<Form, Row> {
  const { fields, closeForm } = useAdminPlace()
  const { form, id } = fields
  const wanted = useMemo<OpenForm<Form, Row> | null>(() => {
    if (form === 'new') return { form: 'new', row: null }
    const known = forms.find(each => each === form)
    const row = rows?.find(each => idOf(each) === id)
    return known === undefined || row === undefined ? null : { form: known, row }
  }, [rows, forms, form, id, idOf])
  const { shown, isOpen, onClosed } = useLingering(wanted)
  return { shown, frame: { isOpen, onClose: closeForm, onClosed } }
}

export function byOwnId({ id }: { id: string }): string {
  return id
}
