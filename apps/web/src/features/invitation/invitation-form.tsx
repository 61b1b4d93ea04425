import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { call, type Reply } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { fieldErrorText, showFieldErrors } from '../../lib/api/form-errors.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { emailProblem, nameProblem, usernameProblem } from '../../lib/session/account-rules.ts'
import { rememberLogin } from '../../lib/session/recent-logins.ts'
import { homePath } from '../../lib/session/return-path.ts'
import { session } from '../../lib/session/session.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NewPasswordFields, type NewPasswordValues } from '../../ui/form/new-password-fields.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormEnd, FormNotes } from '../../ui/layout/form-card.tsx'
import { InvalidLink } from '../../ui/layout/invalid-link.tsx'
import { InvitationHead } from './invitation-head.tsx'

interface InvitationFormProps {
  link: { uid: string; token: string }
  invitation: Reply<typeof contract.auth.checkInvitation>['data']
}

interface Values extends NewPasswordValues {
  name: string
  username: string
  /** Given by the first administrator alone: other invitations were mailed. */
  email: string
}

export function InvitationForm({ link, invitation }: InvitationFormProps) {
  const text = useText()
  const format = useFormat()
  const form = useForm<Values>({
    defaultValues: {
      name: invitation.name ?? '',
      username: '',
      email: '',
      password: '',
      repeated: '',
    },
    mode: 'onTouched',
  })
  const { register, handleSubmit, formState } = form
  const isFirst = invitation.email === null
  const accepting = useAcceptInvitation(link, isFirst, form)
  const errors = formState.errors
  if (hasCode(accepting.error, 'invalid_link')) return <InvalidLink />
  const isFormError = accepting.isError && Object.keys(errors).length === 0
  return (
    <FormCard>
      <InvitationHead
        family={invitation.family}
        isFirst={isFirst}
        note={text('invitation_valid_until', { time: format.moment(new Date(invitation.expires_at)) })}
      />
      {isFormError && (
        <FormNotes>
          <Note tone="loss" isAlert>
            {errorText(accepting.error, text)}
          </Note>
        </FormNotes>
      )}
      <form onSubmit={handleSubmit(values => accepting.mutate(values))} noValidate>
        <Field label={text('email')} error={fieldErrorText(errors.email, text)}>
          {invitation.email === null ? (
            <TextInput type="email" autoComplete="email" {...register('email', { validate: emailProblem })} />
          ) : (
            <TextInput value={invitation.email} readOnly autoComplete="email" />
          )}
        </Field>
        <Field label={text('your_name')} error={fieldErrorText(errors.name, text)}>
          <TextInput autoComplete="name" {...register('name', { validate: nameProblem })} />
        </Field>
        <Field
          label={text('username')}
          help={text('username_hint')}
          error={fieldErrorText(errors.username, text)}
        >
          <TextInput
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...register('username', { validate: usernameProblem })}
          />
        </Field>
        <FormProvider {...form}>
          <NewPasswordFields label={text('password')} />
        </FormProvider>
        <FormEnd note={invitation.is_mfa_required ? text('invitation_two_factor') : undefined}>
          <Button type="submit" variant="primary" size="large" isWide isBusy={accepting.isPending}>
            {text('invitation_submit')}
          </Button>
        </FormEnd>
      </form>
    </FormCard>
  )
}

function useAcceptInvitation(
  link: InvitationFormProps['link'],
  isFirst: boolean,
  { setError }: UseFormReturn<Values>,
) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ name, username, email, password }: Values) =>
      call(contract.auth.acceptInvitation, {
        body: {
          ...link,
          name,
          username: username.trim(),
          password,
          ...(isFirst ? { email: email.trim() } : {}),
        },
      }),
    meta: { quiet: true },
    onSuccess: (_tokens, { username }) => {
      rememberLogin(username.trim(), new Date())
      session.begin()
      void navigate({ to: homePath, replace: true })
    },
    onError: error => showFieldErrors(error, ['name', 'username', 'email', 'password'], setError),
  })
}
