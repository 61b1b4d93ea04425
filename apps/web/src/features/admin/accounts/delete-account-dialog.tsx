import type { Account } from '@plumbline/contract'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Note } from '../../../ui/display/note.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { removeAccount } from './use-accounts.ts'

/** Erases an account with its transactions. Shows how many there are and asks to type the name. */
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
