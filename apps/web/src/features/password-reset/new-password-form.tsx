import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { errorText } from '../../lib/api/error-text.ts'
import { showFieldErrors } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { NewPasswordFields, type NewPasswordValues } from '../../ui/form/new-password-fields.tsx'
import { FormCard, FormEnd, FormNotes } from '../../ui/layout/form-card.tsx'

interface NewPasswordFormProps {
  onSave: (password: string) => void
  isSaving: boolean
  error: Error | null
}

export function NewPasswordForm({ onSave, isSaving, error }: NewPasswordFormProps) {
  const text = useText()
  const form = useForm<NewPasswordValues>({
    defaultValues: { password: '', repeated: '' },
    mode: 'onTouched',
  })
  const { handleSubmit, formState, setError } = form
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
        <FormProvider {...form}>
          <NewPasswordFields label={text('new_password')} />
        </FormProvider>
        <FormEnd>
          <Button type="submit" variant="primary" size="large" isWide isBusy={isSaving}>
            {text('save_password')}
          </Button>
        </FormEnd>
      </form>
    </FormCard>
  )
}
