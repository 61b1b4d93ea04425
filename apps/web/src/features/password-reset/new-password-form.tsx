import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { passwordProblem, repeatProblem } from '../../lib/account-rules.ts'
import { errorText } from '../../lib/error-text.ts'
import { fieldErrorText, showFieldErrors } from '../../lib/form-errors.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormCard, FormEnd, FormNotes } from '../../ui/form-card.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PasswordStrength } from '../../ui/password-strength.tsx'

interface NewPasswordFormProps {
  onSave: (password: string) => void
  isSaving: boolean
  error: Error | null
}

interface Values {
  password: string
  repeated: string
}

export function NewPasswordForm({ onSave, isSaving, error }: NewPasswordFormProps) {
  const text = useText()
  const { register, handleSubmit, formState, setError, watch } = useForm<Values>({
    defaultValues: { password: '', repeated: '' },
    mode: 'onTouched',
  })
  useEffect(() => {
    showFieldErrors(error, ['password'], setError)
  }, [error, setError])
  const errors = formState.errors
  return (
    <FormCard title={text('new_password_title')} note={text('new_password_note')}>
      {error !== null && Object.keys(errors).length === 0 && (
        <FormNotes>
          <Note tone="loss" isAlert>
            {errorText(error, text)}
          </Note>
        </FormNotes>
      )}
      <form onSubmit={handleSubmit(({ password }) => onSave(password))} noValidate>
        <Field
          label={text('new_password')}
          help={<PasswordStrength password={watch('password')} />}
          error={fieldErrorText(errors.password, text)}
        >
          <PasswordInput
            autoComplete="new-password"
            {...register('password', { validate: passwordProblem })}
          />
        </Field>
        <Field label={text('repeat_password')} error={fieldErrorText(errors.repeated, text)}>
          <PasswordInput
            autoComplete="new-password"
            {...register('repeated', {
              validate: (repeated, { password }) => repeatProblem(password, repeated),
            })}
          />
        </Field>
        <FormEnd>
          <Button type="submit" variant="primary" size="large" isWide isBusy={isSaving}>
            {text('save_password')}
          </Button>
        </FormEnd>
      </form>
    </FormCard>
  )
}
