import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Copyable } from '../../../ui/display/copyable.tsx'
import { Outcome } from '../../../ui/layout/outcome.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../../ui/overlay/dialog.tsx'

interface InvitedProps {
  frame: DialogFrame
  address: string
  /** To hand over; null if it was mailed. */
  link: string | null
}

/** Tells that an invitation was mailed, or shows its link to hand over. */
export function InvitedDialog({ frame, address, link }: InvitedProps) {
  const text = useText()
  return (
    <Dialog
      {...frame}
      title={text('invite_a_user')}
      footer={
        <>
          <Spacer />
          <Button variant="primary" onClick={frame.onClose}>
            {text('done')}
          </Button>
        </>
      }
    >
      <Outcome
        icon="mail"
        tone="accent"
        title={text(link === null ? 'invitation_sent' : 'invitation_to_hand_over', { address })}
        note={text(link === null ? 'invited_note' : 'invited_hand_over_note', { address })}
      >
        {link !== null && <Copyable value={link} label={text('invitation_link')} />}
      </Outcome>
    </Dialog>
  )
}
