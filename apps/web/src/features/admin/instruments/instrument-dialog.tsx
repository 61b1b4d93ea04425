import { FormProvider, useForm } from 'react-hook-form'
import { CurrencyField } from '../../../filter/currency-field.tsx'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { useWords } from '../../../portfolio/words.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { CountryField } from '../country-field.tsx'
import { useAdminChanged } from '../use-admin-change.ts'
import { useAdminPlace } from '../use-admin-place.ts'
import { IdentifierFields } from './identifier-fields.tsx'
import { contractSizeProblem, isinProblem } from './instrument-rules.ts'
import { bodyOf, contractSizeOf, type InstrumentValues, sentFields, valuesOf } from './instrument-values.ts'
import { TermsFields } from './terms-fields.tsx'
import { changeInstrument, createInstrument, type Instrument } from './use-instruments.ts'

interface InstrumentDialogProps {
  /** Null for a new one. */
  instrument: Instrument | null
  frame: DialogFrame
}

/** Every figure that rests on an instrument follows a change of it. */
export function InstrumentDialog({ instrument, frame }: InstrumentDialogProps) {
  const text = useText()
  const words = useWords()
  const { settings, lists } = useSettingsData()
  const changed = useAdminChanged()
  const { openForm } = useAdminPlace()
  const form = useForm<InstrumentValues>({
    defaultValues: valuesOf(instrument, settings.currency),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, instrument, row => valuesOf(row, settings.currency), changed)
  const { register, formState, watch, setValue } = form
  const problem = (field: (typeof sentFields)[number]) => fieldErrorText(formState.errors[field], text)
  const saving = useFormCall(form, {
    send: values => {
      const body = bodyOf(values)
      if (instrument === null) return createInstrument(body)
      // What was not touched stays as it is stored, also where a form would not take it.
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
              label: words.type(id, name),
            }))}
            value={watch('instrument_type')}
            onChange={type => {
              setValue('instrument_type', type, { shouldDirty: true })
              // Bonds are quoted in percent.
              if (instrument === null && !formState.dirtyFields.contract_size)
                setValue('contract_size', contractSizeOf(type))
            }}
          />
        </Field>
        <CurrencyField
          value={watch('currency')}
          error={problem('currency')}
          onChange={currency => setValue('currency', currency, { shouldDirty: true })}
        />
        <Field label={text('instrument_sector')} error={problem('sector')}>
          <Select<NonNullable<Instrument['sector']> | 'none'>
            options={[
              { value: 'none', label: text('none_chosen') },
              ...lists.sectors.map(({ id, name }) => ({ value: id, label: words.sector(id, name) })),
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
      <FormProvider {...form}>
        <TermsFields instrument={instrument} />
        <IdentifierFields />
      </FormProvider>
    </FormDialog>
  )
}
