import { contract } from 'virtual:contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { useFormCall } from '../../lib/form-call.ts'
import { useText } from '../../lib/i18n.ts'
import type { PasswordQuestion } from '../../lib/password-confirmation.ts'
import { settingsQuery } from '../../lib/user-settings.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import styles from './password-dialog.module.css'
import { noProof, ProofFields, proofOf } from './proof-fields.tsx'

interface ConfirmPasswordDialogProps {
  question: PasswordQuestion
  isOpen: boolean
  onClosed: () => void
}

/** Confirms that the current user is at the screen; what they entered below stays as it is. */
export function ConfirmPasswordDialog({ question, isOpen, onClosed }: ConfirmPasswordDialogProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: noProof, mode: 'onTouched' })
  const confirming = useFormCall(form, {
    send: values => call(contract.auth.confirmPassword, { body: proofOf(values) }),
    fields: ['currentPassword', 'otp'],
    wireNames: { currentPassword: 'password' },
    onSuccess: () => question.settle(true),
  })
  // Two-factor may have been switched on or off elsewhere, which decides whether a code is asked for.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }, [queryClient])
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => question.settle(false)}
      onClosed={onClosed}
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
