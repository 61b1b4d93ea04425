import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { FormCard } from '../../ui/layout/form-card.tsx'
import { InvalidLink } from '../../ui/layout/invalid-link.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

/** The target of the link that stops mails. Opening it changes nothing, since mail scanners open links as well. */
export function PauseMailPage() {
  const text = useText()
  const { id, token } = useParams({ strict: false })
  const pausing = useMutation({
    mutationFn: (link: { id: string; token: string }) =>
      call(contract.notifications.pauseMail, { params: link }),
    meta: { quiet: true },
  })
  usePageTitle(text('pause_mail_title'))
  const { error } = pausing
  if (
    id === undefined ||
    token === undefined ||
    hasCode(error, 'invalid_link') ||
    hasCode(error, 'not_found')
  )
    return <InvalidLink />
  const pause = () => pausing.mutate({ id, token })
  if (error !== null)
    return (
      <FormCard>
        <ErrorNotice
          error={error}
          note={text('screen_failed_note')}
          onRetry={pause}
          isRetrying={pausing.isPending}
        />
      </FormCard>
    )
  return (
    <FormCard>
      {pausing.isSuccess ? (
        <Outcome
          icon="check"
          tone="gain"
          title={text('pause_mail_done')}
          note={text('pause_mail_done_note')}
        />
      ) : (
        <Outcome icon="mail" tone="accent" title={text('pause_mail_title')} note={text('pause_mail_note')}>
          <Button variant="primary" size="large" isWide isBusy={pausing.isPending} onClick={pause}>
            {text('pause_mail_button')}
          </Button>
        </Outcome>
      )}
    </FormCard>
  )
}
