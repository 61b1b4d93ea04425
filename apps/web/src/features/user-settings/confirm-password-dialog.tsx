import { contract } from 'virtual:contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { type PasswordPrompt, passwordPrompt } from '../../lib/session/password-confirmation.ts'
import { settingsQuery } from '../../lib/session/user-settings.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './password-dialog.module.css'
import { noProof, ProofFields, toCredentials } from './proof-fields.tsx'

/** Asks for the password again before a sensitive call. The form below keeps its values. */
export function ConfirmPasswordDialog({ question }: { question: PasswordPrompt }) {
  const text = useText()
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: noProof, mode: 'onTouched' })
  const confirming = useFormCall(form, {
    send: values => call(contract.auth.confirmPassword, { body: toCredentials(values) }),
    fields: ['currentPassword', 'otp'],
    wireNames: { currentPassword: 'password' },
    onSuccess: () => question.settle(true),
  })
  useEffect(() => () => closeDialog(), [])
  // Two-factor may have been turned on or off elsewhere, which decides whether to ask for a code.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }, [queryClient])
  return (
    <FormDialog
      isOpen={question.isOpen}
      onClose={() => question.settle(false)}
      onClosed={closeDialog}
      title={text('confirm_password')}
      submitLabel={text('confirm')}
      width={400}
      isBusy={confirming.isBusy}
      error={confirming.error}
      isEdited={form.formState.isDirty}
      onSubmit={confirming.submit}
    >
      <FormProvider {...form}>
        <ProofFields />
      </FormProvider>
      <p className={styles.note}>{text('confirm_password_note')}</p>
    </FormDialog>
  )
}

/** Rejects the pending confirmation, also when the dialog unmounts because the session ends. */
function closeDialog(): void {
  const question = passwordPrompt.get()
  if (question?.isOpen) question.settle(false)
  passwordPrompt.set(null)
}
