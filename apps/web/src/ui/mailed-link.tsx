import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Button, buttonClass } from './button.tsx'
import { FormCard } from './form-card.tsx'
import styles from './mailed-link.module.css'
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
            <CopyableLink link={demoLink} />
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

function CopyableLink({ link }: { link: string }) {
  const text = useText()
  const [isCopied, setIsCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard?.writeText(new URL(link, window.location.origin).href)
    setIsCopied(true)
  }
  return (
    <div className={styles.link}>
      <span className={styles.address}>{link}</span>
      <Button variant="quiet" size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {text(isCopied ? 'copied' : 'copy')}
      </Button>
    </div>
  )
}
