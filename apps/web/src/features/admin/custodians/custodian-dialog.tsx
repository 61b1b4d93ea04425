import { useForm } from 'react-hook-form'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { CountryField } from '../country-field.tsx'
import { custodianIdProblem } from '../instruments/instrument-rules.ts'
import { useAdminChanged } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { type Custodian, changeCustodian, createCustodian } from './use-custodians.ts'

interface CustodianDialogProps {
  /** Null for a new custodian. */
  custodian: Custodian | null
  frame: DialogFrame
}

export function CustodianDialog({ custodian, frame }: CustodianDialogProps) {
  const text = useText()
  const changed = useAdminChanged()
  const { openForm } = useAdminLocation()
  const form = useForm({
    defaultValues: toFormValues(custodian),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, custodian, toFormValues, changed)
  const { register, formState, watch, setValue } = form
  const saving = useFormCall(form, {
    send: ({ id, name, country }) => {
      const body = { id: id.trim(), name: name.trim(), country }
      return custodian === null ? createCustodian(body) : changeCustodian(body, edited.version)
    },
    reload: edited.reload,
    fields: ['id', 'name', 'country'],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={custodian === null ? text('new_custodian') : text('edit_named', { name: custodian.name })}
      submitLabel={text(custodian === null ? 'create' : 'save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        custodian !== null &&
        custodian.accounts_count === 0 && (
          <Button variant="quiet" icon="trash" onClick={() => openForm('delete', custodian.id)}>
            {text('delete')}
          </Button>
        )
      }
    >
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
      </Field>
      <Field
        label={text('custodian_id')}
        help={text('custodian_id_note')}
        error={fieldErrorText(formState.errors.id, text)}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={custodian !== null}
          {...register('id', { validate: custodianIdProblem })}
        />
      </Field>
      <CountryField
        value={watch('country')}
        error={fieldErrorText(formState.errors.country, text)}
        onChange={country => setValue('country', country, { shouldDirty: true })}
      />
    </FormDialog>
  )
}

function toFormValues(custodian: Custodian | null) {
  return {
    id: custodian?.id ?? '',
    name: custodian?.name ?? '',
    country: custodian?.country ?? null,
  }
}
