import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { CurrencyField } from '../../../filter/currency-field.tsx'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { CountryField } from '../country-field.tsx'
import { useAdminChanged } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { IdentifierFields } from './identifier-fields.tsx'
import { contractSizeProblem, isinProblem } from './instrument-rules.ts'
import {
  defaultContractSize,
  type InstrumentValues,
  sentFields,
  toFormValues,
  toRequestBody,
} from './instrument-values.ts'
import { TermsFields } from './terms-fields.tsx'
import { changeInstrument, createInstrument, type Instrument } from './use-instruments.ts'

interface InstrumentDialogProps {
  /** Null for a new instrument. */
  instrument: Instrument | null
  frame: DialogFrame
}

/** Creates or edits an instrument. A change affects every figure computed from it. */
export function InstrumentDialog({ instrument, frame }: InstrumentDialogProps) {
  const text = useText()
  const { settings } = useSettingsData()
  const changed = useAdminChanged()
  const { openForm } = useAdminLocation()
  const form = useForm<InstrumentValues>({
    defaultValues: toFormValues(instrument, settings.currency),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, instrument, row => toFormValues(row, settings.currency), changed)
  const { formState } = form
  const saving = useFormCall(form, {
    send: values => {
      const body = toRequestBody(values)
      if (instrument === null) return createInstrument(body)
      // Send only touched fields: stored values may be ones that the form would reject.
      const touched = Object.entries(body).filter(([name]) => name in formState.dirtyFields)
      return changeInstrument(instrument.id, Object.fromEntries(touched), edited.version)
    },
    reload: edited.reload,
    fields: sentFields,
    onSuccess: ({ name }) => {
      void changed()
      showToast(text('instrument_saved', { name }), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={instrument === null ? text('new_instrument') : text('edit_named', { name: instrument.name })}
      submitLabel={text(instrument === null ? 'create' : 'save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        instrument !== null && (
          <Button variant="quiet" icon="clock" onClick={() => openForm('prices', instrument.id)}>
            {text('prices')}
          </Button>
        )
      }
    >
      <FormProvider {...form}>
        <MasterDataFields isNew={instrument === null} />
        <TermsFields instrument={instrument} />
        <IdentifierFields />
      </FormProvider>
    </FormDialog>
  )
}

/** The fields that every type of instrument has. */
function MasterDataFields({ isNew }: { isNew: boolean }) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const { register, formState, watch, setValue } = useFormContext<InstrumentValues>()
  const problem = (field: (typeof sentFields)[number]) => fieldErrorText(formState.errors[field], text)
  return (
    <>
      <Field label={text('name')} error={problem('name')}>
        <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
      </Field>
      <Field label={text('instrument_long_name')} error={problem('long_name')}>
        <TextInput autoComplete="off" {...register('long_name')} />
      </Field>
      <FieldPair>
        <Field label={text('instrument_symbol')} error={problem('symbol')}>
          <TextInput autoComplete="off" spellCheck={false} {...register('symbol')} />
        </Field>
        <Field label={text('instrument_isin')} error={problem('isin')}>
          <TextInput autoComplete="off" spellCheck={false} {...register('isin', { validate: isinProblem })} />
        </Field>
        <Field label={text('instrument_type')} error={problem('instrument_type')}>
          <Select
            options={lists.instrument_types.map(({ id, name }) => ({
              value: id,
              label: names.type(id, name),
            }))}
            value={watch('instrument_type')}
            onChange={type => {
              setValue('instrument_type', type, { shouldDirty: true })
              // Bonds are quoted in percent.
              if (isNew && !formState.dirtyFields.contract_size)
                setValue('contract_size', defaultContractSize(type))
            }}
          />
        </Field>
        <CurrencyField
          hasMinorUnits
          value={watch('currency')}
          error={problem('currency')}
          onChange={currency => setValue('currency', currency, { shouldDirty: true })}
        />
        <Field label={text('instrument_sector')} error={problem('sector')}>
          <Select<NonNullable<Instrument['sector']> | 'none'>
            options={[
              { value: 'none', label: text('none_chosen') },
              ...lists.sectors.map(({ id, name }) => ({ value: id, label: names.sector(id, name) })),
            ]}
            value={watch('sector') ?? 'none'}
            onChange={sector => setValue('sector', sector === 'none' ? null : sector, { shouldDirty: true })}
          />
        </Field>
        <CountryField
          value={watch('country')}
          error={problem('country')}
          onChange={country => setValue('country', country, { shouldDirty: true })}
        />
        <Field label={text('instrument_exchange')} error={problem('exchange')}>
          <TextInput autoComplete="off" spellCheck={false} {...register('exchange')} />
        </Field>
        <Field label={text('instrument_contract_size')} error={problem('contract_size')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register('contract_size', { validate: contractSizeProblem })}
          />
        </Field>
        <Field label={text('instrument_expiration')} error={problem('contract_expiration')}>
          <TextInput type="date" {...register('contract_expiration')} />
        </Field>
      </FieldPair>
    </>
  )
}
