import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { appSettingsQuery } from '../../lib/session/app-settings.ts'
import { buttonClass } from '../../ui/display/button.tsx'
import { FormCard, FormCardFooter } from '../../ui/layout/form-card.tsx'
import { MailedLink } from '../../ui/layout/mailed-link.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmRegistration } from './confirm-registration.tsx'
import { RegisterForm } from './register-form.tsx'

type Stage = { kind: 'form' } | { kind: 'sent'; email: string; hasMailServer: boolean }

/** Registers a new family, if the server allows it. The mailed link leads back here with uid and token. */
export function RegisterPage() {
  const text = useText()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { data: app } = useQuery(appSettingsQuery(useLanguage()))
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  usePageTitle(text('create_an_account'))

  if (typeof search.uid === 'string' && typeof search.token === 'string') {
    return <ConfirmRegistration uid={search.uid} token={search.token} />
  }
  if (app === undefined) {
    return (
      <FormCard>
        <SkeletonRows rows={4} />
      </FormCard>
    )
  }
  if (!app.registration_open) {
    return (
      <FormCard>
        <Outcome icon="users" title={text('registration_closed')} note={text('registration_closed_note')}>
          <Link to="/login" className={buttonClass({ size: 'large', isWide: true })}>
            {text('back_to_sign_in')}
          </Link>
        </Outcome>
      </FormCard>
    )
  }
  if (stage.kind === 'sent') {
    return (
      <MailedLink
        address={stage.email}
        note={text('link_sent_note', { address: stage.email })}
        hasMailServer={stage.hasMailServer}
        againLabel={text('use_another_email')}
        onAgain={() => setStage({ kind: 'form' })}
      />
    )
  }
  return (
    <>
      <RegisterForm onSent={(email, hasMailServer) => setStage({ kind: 'sent', email, hasMailServer })} />
      <FormCardFooter>
        {text('have_an_account')} <Link to="/login">{text('sign_in')}</Link>
      </FormCardFooter>
    </>
  )
}
