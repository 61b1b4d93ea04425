import { contract } from 'virtual:contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { homePath } from '../../lib/session/return-path.ts'
import { settingsQuery } from '../../lib/session/user-settings.ts'
import { buttonClass } from '../../ui/display/button.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { FormCard } from '../../ui/layout/form-card.tsx'
import { InvalidLink } from '../../ui/layout/invalid-link.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

/** The target of the mailed link. Opening it confirms the new address. */
export function ChangeEmailPage() {
  const text = useText()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const uid = typeof search.uid === 'string' ? search.uid : ''
  const token = typeof search.token === 'string' ? search.token : ''
  const isComplete = uid !== '' && token !== ''
  const queryClient = useQueryClient()
  const hasStarted = useRef(false)
  const confirming = useMutation({
    mutationFn: () => call(contract.auth.confirmEmail, { body: { uid, token } }),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  const { mutate } = confirming
  usePageTitle(text('change_email'))
  useEffect(() => {
    if (!isComplete || hasStarted.current) return
    hasStarted.current = true
    mutate()
  }, [isComplete, mutate])

  const { error } = confirming
  if (!isComplete || hasCode(error, 'invalid_link')) return <InvalidLink />
  // The router redirects to the sign-in page if there is no session.
  const continueButton = (
    <Link to={homePath} className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}>
      {text('go_on')}
    </Link>
  )
  if (hasCode(error, 'link_used') || hasCode(error, 'already_exists')) {
    const isUsed = hasCode(error, 'link_used')
    return (
      <FormCard>
        <Outcome
          icon={isUsed ? 'check' : 'link'}
          title={text(isUsed ? 'link_used' : 'error_already_exists')}
          note={text(isUsed ? 'email_link_used_note' : 'email_taken_note')}
        >
          {continueButton}
        </Outcome>
      </FormCard>
    )
  }
  if (error !== null) {
    return (
      <FormCard>
        <ErrorNotice
          error={error}
          note={text('screen_failed_note')}
          onRetry={() => mutate()}
          isRetrying={confirming.isPending}
        />
      </FormCard>
    )
  }
  return (
    <FormCard>
      {confirming.isSuccess ? (
        <Outcome icon="check" tone="gain" title={text('email_confirmed')} note={text('email_confirmed_note')}>
          {continueButton}
        </Outcome>
      ) : (
        <Outcome
          icon="mail"
          tone="accent"
          title={text('confirm_title')}
          note={text('email_confirming_note')}
        />
      )}
    </FormCard>
  )
}
