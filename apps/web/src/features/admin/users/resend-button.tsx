import type { User } from '@plumbline/contract'
import { useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { InvitedDialog } from './invited-dialog.tsx'
import { userActions } from './use-users.ts'

interface ResendButtonProps {
  user: User
  /** Small within a table, where its label names the user. */
  label?: string
}

/** Invites a user again, and shows the new link if it cannot be mailed. */
export function ResendButton({ user, label }: ResendButtonProps) {
  const text = useText()
  const [link, setLink] = useState<string | null>(null)
  const resending = useAdminChange((invited: User) => userActions.resend(invited.id), {
    onSuccess: ({ data }) => {
      if (data.link === null) showToast(text('invitation_sent', { address: user.email }), 'success')
      else setLink(data.link)
    },
  })
  const isInTable = label !== undefined
  return (
    <>
      <Button
        {...(isInTable ? { variant: 'quiet', size: 'small' } : { icon: 'mail' })}
        aria-label={label}
        isBusy={resending.isPending}
        onClick={() => resending.mutate(user)}
      >
        {text('send_again')}
      </Button>
      {link !== null && (
        <InvitedDialog
          frame={{ isOpen: true, onClose: () => setLink(null) }}
          address={user.email}
          link={link}
        />
      )}
    </>
  )
}
