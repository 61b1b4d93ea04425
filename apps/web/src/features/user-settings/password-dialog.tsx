import { contract } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './password-dialog.module.css'
import { noProof, ProofFields, toOtpField } from './proof-fields.tsx'
import { tokensQuery, useRefreshCredentials } from './use-credentials.ts'
import type { SettingsFormProps } from './use-settings-form.ts'

export function PasswordDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const refresh = useRefreshCredentials()
  const tokens = useQuery(tokensQuery).data?.length ?? 0
  const form = useForm({
    defaultValues: { ...noProof, password: '', repeated: '', keepsTokens: false },
    mode: 'onTouched',
  })
  const changing = useFormCall(form, {
    send: ({ currentPassword, password, otp, keepsTokens }) =>
      call(contract.auth.changePassword, {
        body: {
          old_password: currentPassword,
          new_password: password,
          keep_api_tokens: keepsTokens,
          ...toOtpField(otp),
        },
      }),
    fields: ['currentPassword', 'password', 'otp'],
    wireNames: { currentPassword: 'old_password', password: 'new_password' },
    onSuccess: () => {
      refresh()
      showToast(text('password_changed'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('change_password')}
      submitLabel={text('save')}
      isBusy={changing.isBusy}
      error={changing.error}
      isEdited={form.formState.isDirty}
      onSubmit={changing.submit}
    >
      <FormProvider {...form}>
        <ProofFields />
        <div className={styles.chosen}>
          <NewPasswordFields label={text('new_password')} />
        </div>
      </FormProvider>
      <p className={styles.note}>
        {text('change_password_note')}
        {tokens > 0 && !form.watch('keepsTokens') && ` ${text('change_password_tokens', { count: tokens })}`}
      </p>
      {tokens > 0 && (
        <Checkbox
          className={styles.keep}
          label={text('change_password_keep')}
          {...form.register('keepsTokens')}
        />
      )}
    </FormDialog>
  )
}
