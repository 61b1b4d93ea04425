import { useText } from '../../../lib/i18n/i18n.ts'
import { Copyable } from '../../../ui/display/copyable.tsx'
import { Outcome } from '../../../ui/layout/outcome.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { DoneDialog } from '../../../ui/overlay/done-dialog.tsx'

interface InvitedProps {
  frame: DialogFrame
  address: string
  /** To hand over; null if it was mailed. */
  link: string | null
}

/** Tells that an invitation was mailed, or shows its link to hand over. */
export function InvitedDialog({ frame, address, link }: InvitedProps) {
  const text = useText()
  const [title, note] =
    link === null
      ? (['invitation_sent', 'invited_note'] as const)
      : (['invitation_to_hand_over', 'invited_hand_over_note'] as const)
  return (
    <DoneDialog frame={frame} title={text('invite_a_user')}>
      <Outcome icon="mail" tone="accent" title={text(title, { address })} note={text(note, { address })}>
        {link !== null && <Copyable value={link} label={text('invitation_link')} />}
      </Outcome>
    </DoneDialog>
  )
}
