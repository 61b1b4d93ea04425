import { minorUnits } from '@plumbline/contract/format'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { dayIn } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './data-quality.module.css'
import { qualityActions, type TypedStatement, useQualityChanged } from './use-data-quality.ts'

/** Minor units such as GBp keep their spelling. */
function typedUnit(typed: string): string {
  const unit = typed.trim()
  return unit in minorUnits ? unit : unit.toUpperCase()
}

interface StatementValues {
  date: string
  lines: { isin: string; currency: string; quantity: string; price: string }[]
}

interface StatementDialogProps {
  account: string
  currency: string | undefined
  frame: DialogFrame
}

/** Enters a statement by hand. Lines without an ISIN are cash balances. */
export function StatementDialog({ account, currency = 'CHF', frame }: StatementDialogProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const changed = useQualityChanged()
  const { change } = useModal()
  const { time_zone: timeZone } = useUserSettings()
  const emptyLine = { isin: '', currency, quantity: '', price: '' }
  const form = useForm<StatementValues>({
    defaultValues: { date: dayIn(new Date(), timeZone), lines: [emptyLine] },
    mode: 'onTouched',
  })
  const { register, control, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const number = (typed: string) => parseNumber(typed, locale)
  const saving = useFormCall(form, {
    send: ({ date, lines }) =>
      qualityActions.addStatement({
        account,
        statement: {
          date,
          lines: lines.map(line => ({
            isin: line.isin.trim().toUpperCase() || null,
            // The server rejects unknown currencies by name.
            currency: typedUnit(line.currency) as TypedStatement['lines'][number]['currency'],
            quantity: number(line.quantity) ?? 0,
            price: number(line.price),
          })),
        },
      }),
    fields: ['date'],
    onSuccess: ({ data: { statement_date: date } }) => {
      void changed()
      showToast(text('reconciliation_kept', { date: format.date(date) }), 'success')
      form.reset()
      void change({ form: undefined, date })
    },
  })
  return (
    <FormDialog
      {...frame}
      width={820}
      title={text('reconciliation_add')}
      submitLabel={text('reconciliation_compare')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        <Button variant="quiet" icon="plus" onClick={() => append(emptyLine)}>
          {text('reconciliation_add_line')}
        </Button>
      }
    >
      <Field label={text('reconciliation_day')} error={fieldErrorText(formState.errors.date, text)}>
        <DateInput {...register('date', { required: true, validate: checkDate })} />
      </Field>
      {fields.map((field, place) => (
        <LineFields
          key={field.id}
          form={form}
          place={place}
          onRemove={fields.length === 1 ? undefined : () => remove(place)}
        />
      ))}
    </FormDialog>
  )
}

interface LineFieldsProps {
  form: UseFormReturn<StatementValues>
  place: number
  /** Undefined for the only line. */
  onRemove: (() => void) | undefined
}

function LineFields({ form: { register, formState }, place, onRemove }: LineFieldsProps) {
  const text = useText()
  const locale = useNumberLocale()
  const number = place + 1
  const problem = (name: keyof StatementValues['lines'][number]) =>
    fieldErrorText(formState.errors.lines?.[place]?.[name], text)
  const numberProblem = (typed: string) =>
    Number.isNaN(parseNumber(typed, locale) ?? 0) ? text('reconciliation_no_number') : undefined
  const quantityProblem = (typed: string) =>
    parseNumber(typed, locale) === null ? text('reconciliation_no_number') : numberProblem(typed)
  return (
    <fieldset className={styles.lines}>
      <legend className="visually-hidden">{text('reconciliation_line_number', { number })}</legend>
      <div className={styles.line}>
        <Field label={text('reconciliation_isin')} error={problem('isin')}>
          <TextInput autoComplete="off" spellCheck={false} {...register(`lines.${place}.isin`)} />
        </Field>
        <Field label={text('reconciliation_currency')} error={problem('currency')}>
          <TextInput autoComplete="off" maxLength={3} {...register(`lines.${place}.currency`)} />
        </Field>
        <Field label={text('reconciliation_quantity')} error={problem('quantity')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register(`lines.${place}.quantity`, { validate: quantityProblem })}
          />
        </Field>
        <Field label={text('reconciliation_price')} error={problem('price')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register(`lines.${place}.price`, { validate: numberProblem })}
          />
        </Field>
        <IconButton
          icon="trash"
          size="small"
          disabled={onRemove === undefined}
          label={text('reconciliation_remove_line', { number })}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  )
}
