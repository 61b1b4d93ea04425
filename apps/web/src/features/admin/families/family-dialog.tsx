import type { Family } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { CurrencyField } from '../../../filter/currency-field.tsx'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem, storageLimitProblem } from '../../../lib/session/account-rules.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { useStorageWords } from '../../../portfolio/family-storage.ts'
import { useNeedsFamily } from '../../../portfolio/first-steps.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { CheckList } from '../../../ui/form/check-list.tsx'
import { Switch } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChanged } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { advisersQuery } from '../users/use-users.ts'
import { saveFamily } from './use-families.ts'

interface FamilyDialogProps {
  /** Null for a new family. */
  family: Family | null
  frame: DialogFrame
}

export function FamilyDialog({ family, frame }: FamilyDialogProps) {
  const text = useText()
  const { openForm } = useAdminLocation()
  const advisers = useQuery(advisersQuery)
  const storageWords = useStorageWords(family?.id ?? null)
  const { form, saving } = useFamilyForm(family, frame.onClose)
  const { register, formState, watch, setValue } = form
  return (
    <FormDialog
      {...frame}
      title={family === null ? text('new_family') : text('edit_named', { name: family.name })}
      submitLabel={text(family === null ? 'create' : 'save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        family !== null && (
          <Button variant="quiet" icon="trash" onClick={() => openForm('delete', family.id)}>
            {text('delete')}
          </Button>
        )
      }
    >
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
      </Field>
      <CurrencyField
        isReporting
        value={watch('currency')}
        error={fieldErrorText(formState.errors.currency, text)}
        onChange={currency => setValue('currency', currency, { shouldDirty: true })}
      />
      <CheckList
        label={text('family_advisers')}
        empty={text('family_no_advisers')}
        options={(advisers.data ?? []).map(({ id, name, email }) => ({
          value: id,
          label: name ?? email,
          note: email,
        }))}
        chosen={watch('advisers')}
        onChange={chosen => setValue('advisers', chosen, { shouldDirty: true })}
      />
      <Field
        label={text('storage_limit')}
        labelEnd={storageWords}
        help={text('storage_limit_note')}
        error={fieldErrorText(formState.errors.storageLimit, text)}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...register('storageLimit', { validate: storageLimitProblem })}
        />
      </Field>
      <Switch className={styles.switch} label={text('family_mfa')} {...register('isRequired')} />
    </FormDialog>
  )
}

/** The form of a family, and the call that saves it. */
function useFamilyForm(family: Family | null, onClose: () => void) {
  const text = useText()
  const changed = useAdminChanged()
  const settings = useUserSettings()
  const { close } = useModal()
  // The first steps go on behind the panel.
  const isFirst = useNeedsFamily()
  const form = useForm({
    defaultValues: toFormValues(family, settings.currency),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, family, row => toFormValues(row, settings.currency), changed)
  const saving = useFormCall(form, {
    send: values =>
      saveFamily(
        family?.id ?? null,
        {
          name: values.name.trim(),
          currency: values.currency,
          is_mfa_required: values.isRequired,
          adviser_ids: values.advisers,
          storage_limit_mb: values.storageLimit.trim() === '' ? null : Number(values.storageLimit),
        },
        edited.version,
      ),
    reload: edited.reload,
    fields: ['name', 'currency', 'advisers', 'storageLimit'],
    wireNames: { advisers: 'adviser_ids', storageLimit: 'storage_limit_mb' },
    onSuccess: ({ name }) => {
      void changed()
      showToast(family === null ? text('family_created', { name }) : text('saved'), 'success')
      if (isFirst) void close()
      else onClose()
    },
  })
  return { form, saving }
}

function toFormValues(family: Family | null, currency: Family['currency']) {
  return {
    name: family?.name ?? '',
    currency: family?.currency ?? currency,
    isRequired: family?.is_mfa_required ?? false,
    advisers: family?.advisers.map(({ id }) => id) ?? [],
    storageLimit: String(family?.storage_limit_mb ?? ''),
  }
}
