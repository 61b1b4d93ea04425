import { FormProvider, useForm } from 'react-hook-form'
import { nameProblem } from '../../lib/account-rules.ts'
import { useEditedVersion } from '../../lib/edited-version.ts'
import { useFormCall } from '../../lib/form-call.ts'
import { fieldErrorText } from '../../lib/form-errors.ts'
import { useText } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { useSettingsData } from '../../lib/user-settings.ts'
import { CurrencyField } from '../../portfolio/currency-field.tsx'
import { useWords } from '../../portfolio/words.ts'
import { Button } from '../../ui/button.tsx'
import type { DialogFrame } from '../../ui/dialog.tsx'
import { Field, FieldPair } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CountryField } from './country-field.tsx'
import { IdentifierFields } from './identifier-fields.tsx'
import { contractSizeProblem, isinProblem } from './instrument-rules.ts'
import { bodyOf, contractSizeOf, type InstrumentValues, sentFields, valuesOf } from './instrument-values.ts'
import { TermsFields } from './terms-fields.tsx'
import { useAdminChanged } from './use-admin-change.ts'
import { useAdminPlace } from './use-admin-place.ts'
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
