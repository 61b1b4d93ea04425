import { contract } from 'virtual:contract'
import { FormProvider, useForm } from 'react-hook-form'
import { usernameProblem } from '../../lib/account-rules.ts'
import { call } from '../../lib/api.ts'
import { useFormCall } from '../../lib/form-call.ts'
import { fieldErrorText } from '../../lib/form-errors.ts'
import { useText } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { noProof, ProofFields, proofOf } from './proof-fields.tsx'
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
        body: { username: values.username.trim(), ...proofOf(values) },
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
