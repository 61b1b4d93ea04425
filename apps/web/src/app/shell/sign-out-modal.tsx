import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'

/**
 * Signing out revokes the session on the server. Without a connection it fails, rather than leave the session
 * open.
 */
export function SignOutModal({ frame }: ModalProps<'sign-out'>) {
  const text = useText()
  const signOut = useMutation({
    mutationFn: () => call(contract.auth.logout, { body: {} }),
    onSuccess: () => session.end('signed_out'),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text('sign_out_question')}
      safeLabel={text('stay')}
      confirmLabel={text('sign_out')}
      isHarmless
      isBusy={signOut.isPending}
      onConfirm={() => signOut.mutate()}
    >
      {text('sign_out_note')}
    </ConfirmDialog>
  )
}
