import type { Family } from '@plumbline/contract'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Note } from '../../../ui/display/note.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { removeFamily } from './use-families.ts'

/** Erases a family with its accounts, transactions and users. Shows how many of each there are. */
export function DeleteFamilyDialog({ family, frame }: { family: Family; frame: DialogFrame }) {
  const text = useText()
  const format = useFormat()
  const { id, name } = family
  const removing = useAdminChange(removeFamily, {
    onSuccess: () => {
      showToast(text('deleted_named', { name }), 'success')
      frame.onClose()
    },
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text('family_delete_question', { name })}
      safeLabel={text('keep_it')}
      confirmLabel={text('delete_family')}
      nameToType={name}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate({ id, name })}
    >
      <Note tone="loss">
        {text('family_delete_note', {
          accounts: format.count(family.accounts_count),
          transactions: format.count(family.transactions_count),
          users: format.count(family.users_count),
        })}
      </Note>
    </ConfirmDialog>
  )
}
