import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrorText, serverError } from '../../lib/api/form-errors.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { AssetAccount, AssetForm } from './asset-types.ts'
import type { TransactionDraft } from './entries.ts'
import type { EntryProblem } from './entry-problem.ts'
import styles from './manual-assets.module.css'
import { likelySource, paymentEffect } from './payment-effect.ts'
import { PaymentQuestion } from './payment-question.tsx'
import { entryFields } from './transaction-fields.ts'
import { type EntryValues, entryNumbers, toDraft, toEntryValues } from './transaction-values.ts'

interface TransactionDialogProps {
  draft: TransactionDraft | null
  type: AssetForm
  name: string
  currency: string
  /** Only for loans. */
  side: string | null
  account: AssetAccount | undefined
  /** What the server refused in it. */
  problem: EntryProblem | null
  onClose: () => void
  onDone: (draft: TransactionDraft) => void
}

/** Edits a transaction of an asset. The fields depend on its type. */
export function TransactionDialog(props: TransactionDialogProps) {
  const { draft, type, name, currency, side, account, problem, onClose, onDone } = props
  const text = useText()
  const locale = useNumberLocale()
  const form = useForm<EntryValues>({
    defaultValues: toEntryValues(draft, type, locale),
    mode: 'onTouched',
  })
  const { register, watch, setValue, formState } = form
  const slug = watch('type')
  const asked = entryFields(slug, type.id)
  const isNumber = (typed: string) => !Number.isNaN(parseNumber(typed, locale) ?? 0) || 'assets_no_number'
  useEffect(() => {
    // The server names fields of the entry; those that the form lacks are shown by the editor.
    if (problem) form.setError(problem.field as 'amount', serverError(problem), { shouldFocus: true })
  }, [form, problem])
  const typed = toDraft(watch(), draft, type, locale)
  const effect = account?.cash === 'tracked' ? paymentEffect(typed.body, { type: type.id, side }) : null
  const likely = effect && account ? likelySource(effect, account, currency) : undefined
  const paidFrom = watch('paidFrom') ?? likely ?? null
  const done = form.handleSubmit(values => {
    onDone(toDraft({ ...values, paidFrom: effect ? paidFrom : values.paidFrom }, draft, type, locale))
    onClose()
  })
  const labels = useNumberLabels(type.id, currency)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('assets_entry_title_transaction', { name })}
      submitLabel={text(draft ? 'assets_entry_update' : 'assets_entry_apply')}
      isBusy={false}
      isEdited={formState.isDirty}
      onSubmit={event => void done(event)}
    >
      <div className={fieldStyles.pair}>
        <Field label={text('assets_entry_type')}>
          <Select
            options={type.transaction_types.map(({ slug: value }) => ({
              value,
              label: text(`manual_transaction_${value}` as 'manual_transaction_purchase'),
            }))}
            value={slug}
            onChange={next => setValue('type', next, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('assets_date')} error={fieldErrorText(formState.errors.date, text)}>
          <DateInput
            {...register('date', { validate: date => (date === '' ? 'assets_needed' : checkDate(date)) })}
          />
        </Field>
        {entryNumbers
          .filter(field => asked.includes(field))
          .map(field => (
            <Field key={field} label={labels[field]} error={fieldErrorText(formState.errors[field], text)}>
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                {...register(field, { validate: isNumber })}
              />
            </Field>
          ))}
        <div className={styles.wide}>
          {slug === 'distribution' && (
            <Checkbox label={text('assets_income_only')} {...register('isIncomeOnly')} />
          )}
          {effect && account && paidFrom && (
            <PaymentQuestion
              value={paidFrom}
              onChange={source => setValue('paidFrom', source, { shouldDirty: true })}
              {...{ effect, account, currency }}
            />
          )}
          <Field label={text('assets_note')}>
            <TextInput autoComplete="off" maxLength={5000} {...register('note')} />
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}

function useNumberLabels(type: string, currency: string): Record<(typeof entryNumbers)[number], string> {
  const text = useText()
  return {
    quantity: text('assets_quantity'),
    price: text(type === 'fx_forward' ? 'assets_rate' : 'assets_price'),
    amount: currency === '' ? text('assets_amount') : text('assets_amount_in', { currency }),
    accrued: text('entry_accrued'),
    ratio: text('assets_ratio'),
    fees: text('assets_fees'),
    taxes: text('assets_taxes'),
  }
}
