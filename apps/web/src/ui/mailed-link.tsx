import { useText } from '../lib/i18n.ts'
import { Button, buttonClass } from './button.tsx'
import { Copyable } from './copyable.tsx'
import { FormCard } from './form-card.tsx'
import { Outcome } from './outcome.tsx'

interface MailedLinkProps {
  note: string
  /** The link itself, where a demo runs without a mail server. */
  demoLink: string | null
  againLabel: string
  onAgain: () => void
}

/** After asking for a link by mail. It says the same whether or not anyone will get one. */
export function MailedLink({ note, demoLink, againLabel, onAgain }: MailedLinkProps) {
  const text = useText()
  return (
    <FormCard>
      <Outcome
        icon="mail"
        tone="accent"
        title={text('link_sent')}
        note={demoLink === null ? note : text('link_not_mailed_note')}
      >
        {demoLink !== null && (
          <>
            <Copyable value={new URL(demoLink, window.location.origin).href} shown={demoLink} />
            <a href={demoLink} className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}>
              {text('open_link')}
            </a>
          </>
        )}
        <Button variant="quiet" onClick={onAgain}>
          {againLabel}
        </Button>
      </Outcome>
    </FormCard>
  )
}
