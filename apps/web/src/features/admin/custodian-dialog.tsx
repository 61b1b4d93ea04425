import { useForm } from 'react-hook-form'
import { nameProblem } from '../../lib/account-rules.ts'
import { useEditedVersion } from '../../lib/edited-version.ts'
import { useFormCall } from '../../lib/form-call.ts'
import { fieldErrorText } from '../../lib/form-errors.ts'
import { useText } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import type { DialogFrame } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CountryField } from './country-field.tsx'
import { custodianIdProblem } from './instrument-rules.ts'
import { useAdminChanged } from './use-admin-change.ts'
import { useAdminPlace } from './use-admin-place.ts'
import { type Custodian, changeCustodian, createCustodian } from './use-custodians.ts'

interface CustodianDialogProps {
  /** Null for a new one. */
  custodian: Custodian | null
  frame: DialogFrame
}

export function CustodianDialog({ custodian, frame }: CustodianDialogProps) {
  const text = useText()
  const changed = useAdminChanged()
  const { openForm } = useAdminPlace()
  const form = useForm({
    defaultValues: valuesOf(custodian),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, custodian, valuesOf, changed)
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

function valuesOf(custodian: Custodian | null) {
  return {
    id: custodian?.id ?? '',
    name: custodian?.name ?? '',
    country: custodian?.country ?? null,
  }
}
