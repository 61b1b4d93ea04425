import type { User } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { userActs } from './use-users.ts'
import { nameOf } from './user-columns.tsx'

/** What is asked before it is done to a user. */
export const userConfirms = ['delete', 'disable', 'reset-two-factor'] as const
type UserConfirmName = (typeof userConfirms)[number]

interface Act {
  send: (id: string) => Promise<unknown>
  question: TextKey
  note: TextKey
  verb: TextKey
  done: TextKey
}

const acts: Record<UserConfirmName, Act> = {
  delete: {
    send: userActs.remove,
    question: 'delete_question',
    note: 'user_delete_note',
    verb: 'delete',
    done: 'deleted_named',
  },
  disable: {
    send: userActs.disable,
    question: 'user_disable_question',
    note: 'user_disable_note',
    verb: 'user_disable',
    done: 'user_is_disabled',
  },
  'reset-two-factor': {
    send: userActs.resetTwoFactor,
    question: 'user_reset_two_factor_question',
    note: 'user_reset_two_factor_note',
    verb: 'user_reset_two_factor',
    done: 'user_two_factor_is_reset',
  },
}

interface UserConfirmProps {
  act: UserConfirmName
  user: User
  frame: DialogFrame
}

export function UserConfirm({ act, user, frame }: UserConfirmProps) {
  const text = useText()
  const { send, question, note, verb, done } = acts[act]
  const name = nameOf(user)
  const doing = useAdminChange(send, {
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
      isBusy={doing.isPending}
      onConfirm={() => doing.mutate(user.id)}
    >
      {text(note)}
    </ConfirmDialog>
  )
}
