import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { dayIn } from '../../../lib/format/format.ts'
import { useNumberLocale } from '../../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../../lib/format/parse-number.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData, useUserSettings } from '../../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { replaceRate, useSavedFix } from '../coverage/undo-fix.ts'
import { type EnteredRate, statedPair } from './use-entered.ts'

type CurrencyCode = EnteredRate['currency']

interface RateDialogProps {
  /** Null for a new one. The pair and the day of an entered rate stay. */
  rate: EnteredRate | null
  frame: DialogFrame
}

/** Enters or corrects the exchange rate of a pair on a day. */
export function RateDialog({ rate: entered, frame }: RateDialogProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const queryClient = useQueryClient()
  const showSavedFix = useSavedFix()
  const { time_zone: timeZone } = useUserSettings()
  const pair = entered && statedPair(entered)
  const form = useForm({
    defaultValues: {
      base: (pair?.base ?? null) as CurrencyCode | null,
      quote: (pair?.quote ?? 'USD') as CurrencyCode | null,
      rate: pair === null ? '' : typedNumber(pair.rate, locale),
      date: entered?.date ?? dayIn(new Date(), timeZone),
    },
    mode: 'onTouched',
  })
  const { register, formState, watch } = form
  const problem = (name: 'base' | 'quote' | 'rate' | 'date') => fieldErrorText(formState.errors[name], text)
  const saving = useFormCall(form, {
    // The fields were validated, so each has a value.
    send: ({ base, quote, rate, date }) =>
      replaceRate({
        base: base as CurrencyCode,
        quote: quote as CurrencyCode,
        rate: parseNumber(rate, locale) ?? Number.NaN,
        date,
      }),
    fields: ['base', 'quote', 'rate', 'date'],
    onSuccess: undo => {
      void queryClient.invalidateQueries()
      showSavedFix(text('coverage_rate_saved'), undo)
      frame.onClose()
    },
  })
  const isPositive = (typed: string) =>
    (parseNumber(typed, locale) ?? 0) > 0 ? undefined : text('coverage_number')
  return (
    <FormDialog
      {...frame}
      title={
        pair === null
          ? text('entered_rate_new')
          : `${pair.base}/${pair.quote}, ${format.date(entered?.date ?? '')}`
      }
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
    >
      {entered === null && (
        <FieldPair>
          <CurrencyChoice form={form} name="base" label={text('entered_base')} />
          <CurrencyChoice form={form} name="quote" label={text('entered_quote')} />
        </FieldPair>
      )}
      <FieldPair>
        <Field
          label={text('entered_one_is', { base: watch('base') ?? '…', quote: watch('quote') ?? '…' })}
          error={problem('rate')}
        >
          <TextInput inputMode="decimal" autoComplete="off" {...register('rate', { validate: isPositive })} />
        </Field>
        {entered === null && (
          <Field label={text('price_date')} error={problem('date')}>
            <DateInput {...register('date', { required: text('field_required') })} />
          </Field>
        )}
      </FieldPair>
    </FormDialog>
  )
}

interface CurrencyChoiceProps {
  form: ReturnType<
    typeof useForm<{ base: CurrencyCode | null; quote: CurrencyCode | null; rate: string; date: string }>
  >
  name: 'base' | 'quote'
  label: string
}

function CurrencyChoice({ form: { control, formState }, name, label }: CurrencyChoiceProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required: text('field_required') }}
      render={({ field: { value, onChange } }) => (
        <Field label={label} error={fieldErrorText(formState.errors[name], text)}>
          <Combobox
            options={lists.currencies.map(({ code }) => ({
              value: code,
              label: code,
              note: names.currency(code),
            }))}
            value={value}
            onChange={onChange}
          />
        </Field>
      )}
    />
  )
}
