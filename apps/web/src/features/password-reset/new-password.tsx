import { contract } from 'virtual:contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { buttonClass } from '../../ui/display/button.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { FormCard } from '../../ui/layout/form-card.tsx'
import { InvalidLink } from '../../ui/layout/invalid-link.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

interface NewPasswordProps {
  uid: string
  token: string
}

export function NewPassword({ uid, token }: NewPasswordProps) {
  const text = useText()
  const link = useQuery({
    queryKey: ['password-reset', uid, token],
    queryFn: async ({ signal }) => {
      await call(contract.auth.checkPasswordReset, { body: { uid, token }, signal })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const saving = useMutation({
    mutationFn: (password: string) =>
      call(contract.auth.confirmPasswordReset, { body: { uid, token, password } }),
    meta: { quiet: true },
    // The server has ended all sessions, including this one.
    onSuccess: () => session.end('signed_out'),
  })
  usePageTitle(text('new_password_title'))

  const failures = [link.error, saving.error]
  if (failures.some(error => hasCode(error, 'invalid_link') || hasCode(error, 'link_used'))) {
    return (
      <InvalidLink
        newLink={
          <Link
            to="/password-reset/{-$uid}/{-$token}"
            params={{ uid: undefined, token: undefined }}
            className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}
          >
            {text('ask_for_new_link')}
          </Link>
        }
      />
    )
  }
  if (saving.isSuccess) {
    return (
      <FormCard>
        <Outcome icon="check" tone="gain" title={text('password_saved')} note={text('password_saved_note')}>
          <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}>
            {text('sign_in')}
          </Link>
        </Outcome>
      </FormCard>
    )
  }
  if (link.isError) {
    return (
      <FormCard>
        <ErrorNotice
          error={link.error}
          note={text('screen_failed_note')}
          onRetry={() => void link.refetch()}
          isRetrying={link.isFetching}
        />
      </FormCard>
    )
  }
  if (link.isPending) {
    return (
      <FormCard>
        <SkeletonRows rows={4} />
      </FormCard>
    )
  }
  return <NewPasswordForm onSave={saving.mutate} isSaving={saving.isPending} error={saving.error} />
}
