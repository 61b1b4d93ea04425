import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { FormCard } from './form-card.tsx'
import { Outcome } from './outcome.tsx'

interface MailedLinkProps {
  address: string
  /** What to do next when mail is sent. */
  note: string
  hasMailServer: boolean
  againLabel: string
  onAgain: () => void
}

/** Confirms a requested link. The text is the same whether or not the account exists. */
export function MailedLink({ address, note, hasMailServer, againLabel, onAgain }: MailedLinkProps) {
  const text = useText()
  return (
    <FormCard>
      <Outcome
        icon="mail"
        tone="accent"
        title={text(hasMailServer ? 'link_sent' : 'link_waiting')}
        note={hasMailServer ? note : text('link_waiting_note', { address })}
      >
        <Button variant="quiet" onClick={onAgain}>
          {againLabel}
        </Button>
      </Outcome>
    </FormCard>
  )
}
