import { contract } from 'virtual:contract'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { usernameProblem } from '../../lib/session/account-rules.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { noProof, ProofFields, toCredentials } from './proof-fields.tsx'
import { useRefreshCredentials } from './use-credentials.ts'
import type { SettingsFormProps } from './use-settings-form.ts'

export function UsernameDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const refresh = useRefreshCredentials()
  const form = useForm({ defaultValues: { username: '', ...noProof }, mode: 'onTouched' })
  const { register, formState } = form
  const changing = useFormCall(form, {
    send: values =>
      call(contract.auth.changeUsername, {
        body: { username: values.username.trim(), ...toCredentials(values) },
      }),
    fields: ['username', 'currentPassword', 'otp'],
    wireNames: { currentPassword: 'password' },
    onSuccess: () => {
      refresh()
      showToast(text('username_changed'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('change_username')}
      submitLabel={text('save')}
      isBusy={changing.isBusy}
      error={changing.error}
      isEdited={formState.isDirty}
      onSubmit={changing.submit}
    >
      <Field label={text('new_username')} error={fieldErrorText(formState.errors.username, text)}>
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username', { validate: usernameProblem })}
        />
      </Field>
      <FormProvider {...form}>
        <ProofFields />
      </FormProvider>
    </FormDialog>
  )
}
