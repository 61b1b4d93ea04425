import { contract } from 'virtual:contract'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { emailProblem } from '../../lib/session/account-rules.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { DoneDialog } from '../../ui/overlay/done-dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { noProof, ProofFields, toCredentials } from './proof-fields.tsx'
import type { SettingsFormProps } from './use-settings-form.ts'

/** Changes the e-mail address, which takes effect once the mailed link is opened. */
export function EmailDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const form = useForm({ defaultValues: { email: '', ...noProof }, mode: 'onTouched' })
  const { register, formState } = form
  const changing = useFormCall(form, {
    send: async values => {
      const email = values.email.trim()
      const { data } = await call(contract.auth.changeEmail, { body: { email, ...toCredentials(values) } })
      return { email, hasMailServer: data.has_mail_server }
    },
    fields: ['email', 'currentPassword', 'otp'],
    wireNames: { currentPassword: 'password' },
  })
  if (changing.result !== undefined) return <LinkSent frame={frame} {...changing.result} />
  return (
    <FormDialog
      {...frame}
      title={text('change_email')}
      submitLabel={text('reset_submit')}
      isBusy={changing.isBusy}
      error={changing.error}
      isEdited={formState.isDirty}
      onSubmit={changing.submit}
    >
      <Field
        label={text('new_email')}
        help={text('change_email_note')}
        error={fieldErrorText(formState.errors.email, text)}
      >
        <TextInput type="email" autoComplete="email" {...register('email', { validate: emailProblem })} />
      </Field>
      <FormProvider {...form}>
        <ProofFields />
      </FormProvider>
    </FormDialog>
  )
}

interface LinkSentProps {
  frame: DialogFrame
  email: string
  hasMailServer: boolean
}

function LinkSent({ frame, email, hasMailServer }: LinkSentProps) {
  const text = useText()
  return (
    <DoneDialog frame={frame} title={text('change_email')}>
      <Outcome
        icon="mail"
        tone="accent"
        title={text(hasMailServer ? 'link_sent' : 'link_waiting')}
        note={text(hasMailServer ? 'email_link_sent_note' : 'link_waiting_note', { address: email })}
      />
    </DoneDialog>
  )
}
