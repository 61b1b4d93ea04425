import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { CurrencyField } from '../../../filter/currency-field.tsx'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { useHasRole, useSettingsData } from '../../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, type DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { CountryField } from '../country-field.tsx'
import { useAdminChanged } from '../use-admin-change.ts'
import { IdentifierFields } from './identifier-fields.tsx'
import { contractSizeProblem, isinProblem, micProblem } from './instrument-rules.ts'
import { listTypes } from './instrument-terms.ts'
import {
  defaultContractSize,
  type InstrumentValues,
  sentFields,
  toFormValues,
  toRequestBody,
} from './instrument-values.ts'
import styles from './master.module.css'
import { MasterSide } from './master-side.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TermsFields } from './terms-fields.tsx'
import { changeInstrument, createInstrument, type Instrument, watchInstrument } from './use-instruments.ts'

/** Where the server reports a wrong check digit. It accepts fifty identifiers. */
const identifierFields = Array.from({ length: 50 }, (_, place) => `identifiers.${place}.value` as const)

interface InstrumentDialogProps {
  /** Null for a new instrument. */
  instrument: Instrument | null
  frame: DialogFrame
}

/** Creates or edits an instrument. A change affects every figure computed from it. */
export function InstrumentDialog({ instrument, frame }: InstrumentDialogProps) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const { open } = useModal()
  const [isMerging, setIsMerging] = useState(false)
  /** The list of prices belongs to the admin panel, which finds the row by its identifier. */
  const openPrices = ({ id, isin, name }: Instrument) =>
    void open({ kind: 'admin', tab: 'instruments', q: isin ?? name, form: 'prices', id })
  const { form, saving } = useInstrumentForm(instrument, frame.onClose)
  if (instrument !== null && !instrument.may_change)
    return (
      <Dialog {...frame} title={instrument.name} width={1160}>
        <FormProvider {...form}>
          <MasterBody instrument={instrument} />
        </FormProvider>
      </Dialog>
    )
  return (
    <FormDialog
      {...frame}
      title={instrument === null ? text('new_instrument') : text('edit_named', { name: instrument.name })}
      submitLabel={text(instrument === null ? 'create' : 'save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={form.formState.isDirty}
      onSubmit={saving.submit}
      {...(instrument !== null && { width: 1160 as const })}
      footerStart={
        isAdmin &&
        instrument !== null && (
          <>
            <Button variant="quiet" onClick={() => setIsMerging(true)}>
              {text('master_merge')}
            </Button>
            <Button variant="quiet" icon="clock" onClick={() => openPrices(instrument)}>
              {text('prices')}
            </Button>
          </>
        )
      }
    >
      <FormProvider {...form}>
        {instrument === null ? (
          <InstrumentFields instrument={null} />
        ) : (
          <MasterBody instrument={instrument} />
        )}
      </FormProvider>
      {isMerging && instrument && (
        <MergeDialog
          instrument={instrument}
          onClose={() => setIsMerging(false)}
          onMerged={id => {
            setIsMerging(false)
            if (id !== instrument.id) frame.onClose()
          }}
        />
      )}
    </FormDialog>
  )
}

/** The form of an instrument, and the call that saves it. */
function useInstrumentForm(instrument: Instrument | null, onSaved: () => void) {
  const text = useText()
  const { settings } = useSettingsData()
  const changed = useAdminChanged()
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
    fields: [...sentFields, ...identifierFields],
    onSuccess: ({ name }) => {
      void changed()
      showToast(text('instrument_saved', { name }), 'success')
      onSaved()
    },
  })
  return { form, saving }
}

/** The fields of a stored instrument, locked for readers, beside what is known about it. */
function MasterBody({ instrument }: { instrument: Instrument }) {
  return (
    <>
      <MasterLead instrument={instrument} />
      <div className={styles.columns}>
        <fieldset className={styles.fields} disabled={!instrument.may_change}>
          <InstrumentFields instrument={instrument} />
        </fieldset>
        <MasterSide instrument={instrument} />
      </div>
    </>
  )
}

function InstrumentFields({ instrument }: { instrument: Instrument | null }) {
  return (
    <>
      <MasterDataFields instrument={instrument} />
      <TermsFields instrument={instrument} />
      <IdentifierFields />
    </>
  )
}

/** Whose instrument it is, and a way to follow it. */
function MasterLead({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { family, holders_count: holders, name } = instrument
  const isAdmin = useHasRole('admin')
  const isDemo = useHasRole('demo')
  const watch = useMutation({
    mutationFn: watchInstrument,
    onSuccess: () => showToast(text('master_watched', { name }), 'success'),
  })
  return (
    <div className={styles.lead}>
      <Tag>
        {family === null ? text('master_platform') : text('master_imported_by', { name: family.name })}
      </Tag>
      {isAdmin && <span>{text('master_holders', { count: format.count(holders) })}</span>}
      {!instrument.may_change && <span>{text('master_read_only')}</span>}
      {!isDemo && (
        <Button size="small" icon="star" isBusy={watch.isPending} onClick={() => watch.mutate(instrument.id)}>
          {text('master_watch')}
        </Button>
      )}
    </div>
  )
}

/** The fields that every type of instrument has. */
function MasterDataFields({ instrument }: { instrument: Instrument | null }) {
  const text = useText()
  const isNew = instrument === null
  const source = (field: keyof Instrument['sources']) => {
    const from = formState.dirtyFields[field] ? 'entered' : (instrument?.sources[field] ?? null)
    return from === null ? undefined : <span className={styles.source}>{text(`master_source_${from}`)}</span>
  }
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const { register, formState, watch, setValue } = useFormContext<InstrumentValues>()
  const problem = (field: (typeof sentFields)[number]) => fieldErrorText(formState.errors[field], text)
  return (
    <>
      <Field label={text('name')} error={problem('name')} labelEnd={source('name')}>
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
        <Field
          label={text('instrument_type')}
          error={problem('instrument_type')}
          labelEnd={source('instrument_type')}
        >
          <Select
            options={listTypes(lists.instrument_types, names)}
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
        <Field label={text('instrument_sector')} error={problem('sector')} labelEnd={source('sector')}>
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
          labelEnd={source('country')}
          value={watch('country')}
          error={problem('country')}
          onChange={country => setValue('country', country, { shouldDirty: true })}
        />
        <Field label={text('master_mic')} error={problem('exchange')}>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            {...register('exchange', {
              // One that a statement named otherwise stays.
              validate: typed => (typed === (instrument?.exchange ?? '') ? undefined : micProblem(typed)),
            })}
          />
        </Field>
        <Field label={text('instrument_contract_size')} error={problem('contract_size')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register('contract_size', { validate: contractSizeProblem })}
          />
        </Field>
        <Field label={text('instrument_expiration')} error={problem('contract_expiration')}>
          <DateInput {...register('contract_expiration')} />
        </Field>
      </FieldPair>
    </>
  )
}
