import { useForm } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { AssetForm } from './asset-types.ts'
import type { TransactionDraft } from './entries.ts'
import styles from './manual-assets.module.css'
import { entryFields } from './transaction-fields.ts'
import { type EntryValues, entryNumbers, toDraft, toEntryValues } from './transaction-values.ts'

interface TransactionDialogProps {
  draft: TransactionDraft | null
  type: AssetForm
  name: string
  currency: string
  onClose: () => void
  onDone: (draft: TransactionDraft) => void
}

/** Edits a transaction of an asset. The fields depend on its type. */
export function TransactionDialog({ draft, type, name, currency, onClose, onDone }: TransactionDialogProps) {
  const text = useText()
  const language = useLanguage()
  const form = useForm<EntryValues>({
    defaultValues: toEntryValues(draft, type, language),
    mode: 'onTouched',
  })
  const { register, watch, setValue, formState } = form
  const slug = watch('type')
  const asked = entryFields(slug, type.id)
  const isNumber = (typed: string) => !Number.isNaN(parseNumber(typed, language) ?? 0) || 'assets_no_number'
  const done = form.handleSubmit(values => {
    onDone(toDraft(values, draft, type, language))
    onClose()
  })
  const labels = {
    quantity: text('assets_quantity'),
    price: text(type.id === 'fx_forward' ? 'assets_rate' : 'assets_price'),
    amount: text('assets_amount_in', { currency }),
    accrued: text('entry_accrued'),
    ratio: text('assets_ratio'),
    fees: text('assets_fees'),
    taxes: text('assets_taxes'),
  }
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('assets_entry_title_transaction', { name })}
      submitLabel={text('assets_entry_apply')}
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
          <TextInput
            type="date"
            {...register('date', { validate: date => date !== '' || 'assets_needed' })}
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
          <Field label={text('assets_note')}>
            <TextInput autoComplete="off" maxLength={5000} {...register('note')} />
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}
