import { FormProvider, useForm } from 'react-hook-form'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { emailProblem } from '../../../lib/session/account-rules.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-change.ts'
import { InvitedDialog } from './invited-dialog.tsx'
import { inviteUser } from './use-users.ts'
import { newUserValues, UserFields, type UserValues, userBody, userFieldNames } from './user-fields.tsx'

interface Values extends UserValues {
  email: string
  name: string
}

/** Invites a user by mail. The link leads to choosing a username and a password. */
export function InviteDialog({ frame }: { frame: DialogFrame }) {
  const text = useText()
  const changed = useAdminChanged()
  const { family } = useUserSettings()
  const form = useForm<Values>({
    defaultValues: { ...newUserValues, family: family?.id ?? '', email: '', name: '' },
    mode: 'onTouched',
  })
  const { register, formState } = form
  const inviting = useFormCall(form, {
    send: ({ email, name, ...values }) =>
      inviteUser({ ...userBody(values), email: email.trim(), name: name.trim() || null }),
    fields: ['email', 'name', ...userFieldNames],
    onSuccess: () => void changed(),
  })
  if (inviting.result !== undefined) {
    const { user, link } = inviting.result
    return <InvitedDialog frame={frame} address={user.email} link={link} />
  }
  return (
    <FormDialog
      {...frame}
      title={text('invite_a_user')}
      submitLabel={text('send_invitation')}
      isBusy={inviting.isBusy}
      error={inviting.error}
      isEdited={formState.isDirty}
      onSubmit={inviting.submit}
    >
      <Field label={text('email')} error={fieldErrorText(formState.errors.email, text)}>
        <TextInput type="email" autoComplete="off" {...register('email', { validate: emailProblem })} />
      </Field>
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <FormProvider {...form}>
        <UserFields />
      </FormProvider>
    </FormDialog>
  )
}
