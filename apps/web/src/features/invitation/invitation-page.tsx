import { contract } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { buttonClass } from '../../ui/display/button.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { FormCard } from '../../ui/layout/form-card.tsx'
import { InvalidLink } from '../../ui/layout/invalid-link.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { InvitationForm } from './invitation-form.tsx'

/** Invited users choose a name, a username and a password here. */
export function InvitationPage() {
  const text = useText()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const uid = typeof search.uid === 'string' ? search.uid : ''
  const token = typeof search.token === 'string' ? search.token : ''
  const invitation = useQuery({
    queryKey: ['invitation', uid, token],
    queryFn: async ({ signal }) =>
      (await call(contract.auth.checkInvitation, { body: { uid, token }, signal })).data,
    enabled: uid !== '' && token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePageTitle(text('invitation_submit'))

  if (uid === '' || token === '' || hasCode(invitation.error, 'invalid_link')) return <InvalidLink />
  if (hasCode(invitation.error, 'link_used')) {
    return (
      <FormCard>
        <Outcome icon="check" title={text('link_used')} note={text('link_used_note')}>
          <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}>
            {text('sign_in')}
          </Link>
        </Outcome>
      </FormCard>
    )
  }
  if (invitation.isError) {
    return (
      <FormCard>
        <ErrorNotice
          error={invitation.error}
          note={text('screen_failed_note')}
          onRetry={() => void invitation.refetch()}
          isRetrying={invitation.isFetching}
        />
      </FormCard>
    )
  }
  if (invitation.data === undefined) {
    return (
      <FormCard>
        <SkeletonRows rows={5} />
      </FormCard>
    )
  }
  return <InvitationForm link={{ uid, token }} invitation={invitation.data} />
}
