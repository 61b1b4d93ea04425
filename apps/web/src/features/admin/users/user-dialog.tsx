import type { User } from '@plumbline/contract'
import { FormProvider, useForm } from 'react-hook-form'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChange, useAdminChanged } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { ResendButton } from './resend-button.tsx'
import { changeUser, userActions } from './use-users.ts'
import { displayName, UserFlags } from './user-columns.tsx'
import { toUserValues, UserFields, type UserValues, userBody, userFieldNames } from './user-fields.tsx'

interface Values extends UserValues {
  name: string
}

/** Edits the role and the access of a user. */
export function UserDialog({ user, frame }: { user: User; frame: DialogFrame }) {
  const text = useText()
  const changed = useAdminChanged()
  const { openForm } = useAdminLocation()
  const isOwn = useUserSettings().id === user.id
  const form = useForm<Values>({
    defaultValues: toFormValues(user),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, user, toFormValues, changed)
  const { register, formState } = form
  const saving = useFormCall(form, {
    send: ({ name, ...values }) =>
      changeUser(user.id, {
        ...userBody(values),
        ...(name.trim() !== '' && { name: name.trim() }),
        version: edited.version,
      }),
    reload: edited.reload,
    fields: ['name', ...userFieldNames],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('edit_named', { name: displayName(user) })}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        !isOwn && (
          <Button variant="quiet" icon="trash" onClick={() => openForm('delete', user.id)}>
            {text('delete')}
          </Button>
        )
      }
    >
      <p className={styles.lead}>
        {user.email} <UserFlags user={user} />
      </p>
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <FormProvider {...form}>
        <UserFields />
      </FormProvider>
      {!isOwn && <AccessActions user={user} />}
    </FormDialog>
  )
}

function toFormValues(user: User): Values {
  return { ...toUserValues(user), name: user.name ?? '' }
}

function AccessActions({ user }: { user: User }) {
  const text = useText()
  const { openForm } = useAdminLocation()
  const enabling = useAdminChange(userActions.enable, {
    onSuccess: () => showToast(text('user_is_enabled', { name: displayName(user) }), 'success'),
  })
  return (
    <div className={styles.acts}>
      {user.is_pending_registration && !user.is_disabled && <ResendButton user={user} />}
      {user.is_disabled ? (
        <Button isBusy={enabling.isPending} onClick={() => enabling.mutate(user.id)}>
          {text('user_enable')}
        </Button>
      ) : (
        <Button onClick={() => openForm('disable', user.id)}>{text('user_disable')}</Button>
      )}
      {user.is_mfa_active && (
        <Button icon="shield" onClick={() => openForm('reset-two-factor', user.id)}>
          {text('user_reset_two_factor')}
        </Button>
      )}
    </div>
  )
}
