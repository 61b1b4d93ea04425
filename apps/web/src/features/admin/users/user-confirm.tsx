import type { User } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { userActions } from './use-users.ts'
import { displayName } from './user-columns.tsx'

/** Actions on a user that need a confirmation. */
export const confirmedActions = ['delete', 'disable', 'reset-two-factor'] as const
type ConfirmedAction = (typeof confirmedActions)[number]

interface Confirmation {
  send: (id: string) => Promise<unknown>
  question: TextKey
  note: TextKey
  verb: TextKey
  done: TextKey
}

const confirmations: Record<ConfirmedAction, Confirmation> = {
  delete: {
    send: userActions.remove,
    question: 'delete_question',
    note: 'user_delete_note',
    verb: 'delete',
    done: 'deleted_named',
  },
  disable: {
    send: userActions.disable,
    question: 'user_disable_question',
    note: 'user_disable_note',
    verb: 'user_disable',
    done: 'user_is_disabled',
  },
  'reset-two-factor': {
    send: userActions.resetTwoFactor,
    question: 'user_reset_two_factor_question',
    note: 'user_reset_two_factor_note',
    verb: 'user_reset_two_factor',
    done: 'user_two_factor_is_reset',
  },
}

interface UserConfirmProps {
  action: ConfirmedAction
  user: User
  frame: DialogFrame
}

export function UserConfirm({ action, user, frame }: UserConfirmProps) {
  const text = useText()
  const { send, question, note, verb, done } = confirmations[action]
  const name = displayName(user)
  const running = useAdminChange(send, {
    onSuccess: () => {
      showToast(text(done, { name }), 'success')
      frame.onClose()
    },
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text(question, { name })}
      safeLabel={text('keep_it')}
      confirmLabel={text(verb)}
      isBusy={running.isPending}
      onConfirm={() => running.mutate(user.id)}
    >
      {text(note)}
    </ConfirmDialog>
  )
}
