import { contract } from 'virtual:contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { type PasswordQuestion, passwordQuestion } from '../../lib/session/password-confirmation.ts'
import { settingsQuery } from '../../lib/session/user-settings.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './password-dialog.module.css'
import { noProof, ProofFields, proofOf } from './proof-fields.tsx'

/** Confirms that the current user is at the screen; what they entered below stays as it is. */
export function ConfirmPasswordDialog({ question }: { question: PasswordQuestion }) {
  const text = useText()
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: noProof, mode: 'onTouched' })
  const confirming = useFormCall(form, {
    send: values => call(contract.auth.confirmPassword, { body: proofOf(values) }),
    fields: ['currentPassword', 'otp'],
    wireNames: { currentPassword: 'password' },
    onSuccess: () => question.settle(true),
  })
  useEffect(() => () => leave(), [])
  // Two-factor may have been switched on or off elsewhere, which decides whether a code is asked for.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }, [queryClient])
  return (
    <FormDialog
      isOpen={question.isOpen}
      onClose={() => question.settle(false)}
      onClosed={leave}
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

/** Where the shell goes with an ended session, the question goes too. */
function leave(): void {
  const question = passwordQuestion.get()
  if (question?.isOpen) question.settle(false)
  passwordQuestion.set(null)
}
