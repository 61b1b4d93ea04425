import { minorUnits } from '@plumbline/contract/format'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showSaved, showToast } from '../../../lib/browser/toasts.ts'
import { dayIn } from '../../../lib/format/format.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Price as PriceCell } from '../../../portfolio/cells.tsx'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { Percent } from '../../../ui/display/figure.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChanged } from '../use-admin-change.ts'
import { dateProblem, numberProblem, parseTypedNumber } from './instrument-rules.ts'
import { type Instrument, type Price, replacePrice, undoPrice } from './use-instruments.ts'

/** Sets one price by hand and previews its effect. The audit log records it. */
export function PriceDialog({ instrument, frame }: { instrument: Instrument; frame: DialogFrame }) {
  const text = useText()
  const changed = useAdminChanged()
  const { time_zone: timeZone } = useUserSettings()
  const mainCurrency = minorUnits[instrument.currency]
  const undo = useMutation({
    mutationFn: ({ date, before }: { date: string; before: Price | null }) =>
      undoPrice(instrument.id, date, before),
    onSuccess: () => showToast(text('question_undone'), 'success'),
    onSettled: () => void changed(),
  })
  const form = useForm({
    defaultValues: { date: dayIn(new Date(), timeZone), price: '', source: '' },
    mode: 'onTouched',
  })
  const { register, formState, watch } = form
  const problem = (field: 'date' | 'price' | 'source') => fieldErrorText(formState.errors[field], text)
  const saving = useFormCall(form, {
    send: ({ date, price, source }) =>
      // The field was validated, so the number parses.
      replacePrice(instrument.id, {
        date,
        price: parseTypedNumber(price) ?? Number.NaN,
        source: source.trim(),
      }),
    fields: ['date', 'price', 'source'],
    onSuccess: (before, { date }) => {
      void changed()
      showSaved(text('price_saved'), () => undo.mutate({ date, before }))
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('price_of', { name: instrument.name })}
      submitLabel={text('price_save')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
    >
      <FieldPair>
        <Field label={text('price_date')} error={problem('date')}>
          <DateInput {...register('date', { validate: dateProblem })} />
        </Field>
        <Field
          label={`${text('instrument_price')}, ${instrument.currency}`}
          error={problem('price')}
          help={
            mainCurrency !== undefined
              ? text('price_unit_note', { unit: instrument.currency, currency: mainCurrency })
              : undefined
          }
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register('price', { validate: numberProblem })}
          />
        </Field>
      </FieldPair>
      <div className={styles.after}>
        <Field label={text('price_source')} error={problem('source')}>
          <TextInput autoComplete="off" {...register('source', { validate: nameProblem })} />
        </Field>
      </div>
      <PriceEffect instrument={instrument} price={parseTypedNumber(watch('price'))} />
    </FormDialog>
  )
}

function PriceEffect({ instrument, price }: { instrument: Instrument; price: number | null }) {
  const text = useText()
  const format = useFormat()
  const { price: before, price_date: date, currency, holders_count: holders } = instrument
  const change = before === null || before === 0 || price === null ? null : price / before - 1
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text('price_before')}</dt>
        <dd>
          <PriceCell value={before} currency={currency} />
          {date !== null && `, ${format.date(date)}`}
        </dd>
      </div>
      <div>
        <dt>{text('price_change')}</dt>
        <dd>
          <Percent value={change} decimals={2} />
        </dd>
      </div>
      <div>
        <dt>{text('price_held_by')}</dt>
        <dd>{text('user_sees_families', { count: holders })}</dd>
      </div>
    </dl>
  )
}
