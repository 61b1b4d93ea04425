import type { DayCount } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { CurrencyField } from '../../../filter/currency-field.tsx'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import styles from '../dialogs.module.css'
import { dateProblem, factorProblem, optionalNumberProblem } from './instrument-rules.ts'
import { listTerms } from './instrument-terms.ts'
import type { InstrumentValues, sentFields } from './instrument-values.ts'
import { type Instrument, instrumentsQuery } from './use-instruments.ts'

const dayCounts: readonly DayCount[] = [
  'ACT/ACT ICMA',
  'ACT/ACT ISDA',
  '30/360',
  '30/360 US',
  '30E/360',
  '30E/360 ISDA',
  'ACT/360',
  'ACT/365',
]
const couponFrequencies = ['1', '2', '4', '12'] as const

/** The terms of bonds, options and other types. Needs a FormProvider. */
export function TermsFields({ instrument }: { instrument: Instrument | null }) {
  const { watch } = useFormContext<InstrumentValues>()
  const terms = listTerms(watch('instrument_type'))
  return (
    <>
      {terms.hasCoupons && <CouponFields />}
      {terms.hasUnderlying && <UnderlyingField instrument={instrument} />}
      {terms.isOption && <OptionFields />}
      {terms.isForward && <BaseCurrencyField />}
      {terms.isIndex && <IndexReturnField />}
    </>
  )
}

function CouponFields() {
  const text = useText()
  const { register, watch, setValue, formState } = useFormContext<InstrumentValues>()
  const problem = (field: (typeof sentFields)[number]) => fieldErrorText(formState.errors[field], text)
  return (
    <>
      <FieldPair>
        <Field label={text('instrument_coupon')} error={problem('coupon')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register('coupon', { validate: optionalNumberProblem })}
          />
        </Field>
        <Field label={text('asset_field_payments_per_year')} error={problem('coupons_per_year')}>
          <Select
            options={couponFrequencies.map(value => ({ value, label: text(`payments_per_year_${value}`) }))}
            value={watch('coupons_per_year') || '1'}
            onChange={often => setValue('coupons_per_year', often, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('asset_field_day_count')} error={problem('day_count')}>
          <Select
            options={dayCounts.map(value => ({ value, label: value }))}
            value={watch('day_count') ?? '30E/360'}
            onChange={count => setValue('day_count', count, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('instrument_ex_days')} error={problem('ex_coupon_days')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            {...register('ex_coupon_days', { validate: optionalNumberProblem })}
          />
        </Field>
      </FieldPair>
      <FactorFields />
    </>
  )
}

function FactorFields() {
  const text = useText()
  const { control, register, formState } = useFormContext<InstrumentValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'pool_factors' })
  const errors = formState.errors.pool_factors
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{text('instrument_pool_factors')}</legend>
      {fields.map((field, index) => (
        <div key={field.id} className={styles.line}>
          <FieldPair>
            <Field label={text('instrument_factor_from')} error={fieldErrorText(errors?.[index]?.date, text)}>
              <DateInput {...register(`pool_factors.${index}.date`, { validate: dateProblem })} />
            </Field>
            <Field label={text('instrument_factor')} error={fieldErrorText(errors?.[index]?.factor, text)}>
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                {...register(`pool_factors.${index}.factor`, { validate: factorProblem })}
              />
            </Field>
          </FieldPair>
          <IconButton icon="trash" label={text('remove')} onClick={() => remove(index)} />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => append({ date: '', factor: '' })}>
        {text('instrument_factor_add')}
      </Button>
    </fieldset>
  )
}

function OptionFields() {
  const text = useText()
  const { register, watch, setValue, formState } = useFormContext<InstrumentValues>()
  return (
    <FieldPair>
      <Field label={text('instrument_strike')} error={fieldErrorText(formState.errors.strike, text)}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          {...register('strike', { validate: optionalNumberProblem })}
        />
      </Field>
      <Field label={text('instrument_right')} error={fieldErrorText(formState.errors.option_right, text)}>
        <Select
          options={(['call', 'put'] as const).map(value => ({ value, label: text(`option_right_${value}`) }))}
          value={watch('option_right')}
          onChange={right => setValue('option_right', right, { shouldDirty: true })}
        />
      </Field>
    </FieldPair>
  )
}

function BaseCurrencyField() {
  const text = useText()
  const { watch, setValue, formState } = useFormContext<InstrumentValues>()
  return (
    <CurrencyField
      label={text('asset_field_base_currency')}
      value={watch('base_currency')}
      error={fieldErrorText(formState.errors.base_currency, text)}
      onChange={currency => setValue('base_currency', currency, { shouldDirty: true })}
    />
  )
}

function IndexReturnField() {
  const text = useText()
  const { register, watch, setValue, formState } = useFormContext<InstrumentValues>()
  register('index_return', {
    validate: (chosen, { instrument_type }) =>
      instrument_type === 'index' && chosen === null ? 'instrument_index_return_missing' : undefined,
  })
  return (
    <Field
      label={text('instrument_index_return')}
      error={fieldErrorText(formState.errors.index_return, text)}
    >
      <Select
        options={(['price', 'total'] as const).map(value => ({
          value,
          label: text(`index_return_${value}`),
        }))}
        value={watch('index_return')}
        onChange={chosen => setValue('index_return', chosen, { shouldDirty: true, shouldValidate: true })}
      />
    </Field>
  )
}

const maxResults = 20

function UnderlyingField({ instrument }: { instrument: Instrument | null }) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const { watch, setValue, formState } = useFormContext<InstrumentValues>()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const found = useQuery({
    ...instrumentsQuery({ q: wanted, limit: maxResults, offset: 0, order_by: 'name' }),
    // Only administrators list instruments.
    enabled: isAdmin && wanted !== '',
  })
  const known = instrument?.underlying ? [instrument.underlying] : []
  const others = (found.data?.data ?? []).filter(({ id }) => id !== instrument?.id && id !== known[0]?.id)
  return (
    <Field label={text('instrument_underlying')} error={fieldErrorText(formState.errors.underlying, text)}>
      <Combobox
        options={[...known, ...others].map(({ id, name }) => ({ value: id, label: name }))}
        value={watch('underlying') || null}
        onSearch={setTyped}
        isSearching={found.isFetching}
        placeholder={text('entry_find')}
        onChange={id => setValue('underlying', id ?? '', { shouldDirty: true })}
      />
    </Field>
  )
}
