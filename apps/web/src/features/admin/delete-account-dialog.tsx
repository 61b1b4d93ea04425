import type { Account } from '@plumbline/contract'
import { useText } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogFrame } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { removeAccount } from './use-accounts.ts'
import { useAdminChange } from './use-admin-change.ts'

/** Erases an account with everything booked in it: it says how much that is and wants the name typed. */
export function DeleteAccountDialog({ account, frame }: { account: Account; frame: DialogFrame }) {
  const text = useText()
  const format = useFormat()
  const { name, transactions_count: count } = account
  const removing = useAdminChange(removeAccount, {
    onSuccess: () => {
      showToast(text('deleted_named', { name }), 'success')
      frame.onClose()
    },
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text('delete_question', { name })}
      safeLabel={text('keep_it')}
      confirmLabel={text('delete_account')}
      nameToType={name}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate({ id: account.id, name })}
    >
      <Note tone="loss">
        {count === 0
          ? text('cannot_be_undone')
          : text(count === 1 ? 'account_delete_note_one' : 'account_delete_note_other', {
              count: format.count(count),
            })}
      </Note>
    </ConfirmDialog>
  )
}
