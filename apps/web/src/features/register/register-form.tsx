import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { fieldErrorText, showFieldErrors } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { emailProblem, nameProblem, usernameProblem } from '../../lib/session/account-rules.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormEnd, FormNotes } from '../../ui/layout/form-card.tsx'

interface RegisterFormProps {
  onSent: (email: string, hasMailServer: boolean) => void
}

const empty = { name: '', username: '', email: '', password: '' }

export function RegisterForm({ onSent }: RegisterFormProps) {
  const text = useText()
  const form = useForm({ defaultValues: empty, mode: 'onTouched' })
  const { register, handleSubmit, formState, setError } = form
  const sending = useMutation({
    mutationFn: (body: typeof empty) => call(contract.auth.register, { body }),
    meta: { quiet: true },
    onSuccess: (reply, { email }) => onSent(email, reply.data.has_mail_server),
    onError: error => showFieldErrors(error, ['name', 'username', 'email', 'password'], setError),
  })
  const errors = formState.errors
  const isFormError = sending.isError && Object.keys(errors).length === 0
  return (
    <FormCard title={text('create_an_account')} note={text('register_note')}>
      {isFormError && (
        <FormNotes>
          <Note tone="loss" isAlert>
            {errorText(sending.error, text)}
          </Note>
        </FormNotes>
      )}
      <form onSubmit={handleSubmit(values => sending.mutate(values))} noValidate>
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
        <Field label={text('email')} error={fieldErrorText(errors.email, text)}>
          <TextInput type="email" autoComplete="email" {...register('email', { validate: emailProblem })} />
        </Field>
        <FormProvider {...form}>
          <NewPasswordFields label={text('password')} isRepeated={false} />
        </FormProvider>
        <FormEnd note={text('register_link_note')}>
          <Button type="submit" variant="primary" size="large" isWide isBusy={sending.isPending}>
            {text('register_submit')}
          </Button>
        </FormEnd>
      </form>
    </FormCard>
  )
}
