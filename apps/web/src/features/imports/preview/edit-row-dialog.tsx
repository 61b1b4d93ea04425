import type { TransactionType } from '@plumbline/contract'
import { useForm } from 'react-hook-form'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import type { NumberLocale } from '../../../lib/format/format.ts'
import { useNumberLocale } from '../../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../../lib/format/parse-number.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import fieldStyles from '../../../ui/form/field.module.css'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../imports.module.css'
import { typeLabel } from '../mapping/column-mapping.ts'
import { type Draft, type DraftChange, useChangeDraft } from '../use-imports.ts'

const numbers = ['quantity', 'price', 'amount', 'fees', 'taxes'] as const
const sides = ['none', 'buy', 'sell', 'in', 'out'] as const

interface Values extends Record<(typeof numbers)[number], string> {
  date: string
  type: string
  side: string
  isin: string
  currency: string
}

interface EditRowDialogProps {
  importId: string
  draft: Draft
  onClose: () => void
}

/** Edits a row beside its original text. Sends only changed fields. */
export function EditRowDialog({ importId, draft, onClose }: EditRowDialogProps) {
  const text = useText()
  const locale = useNumberLocale()
  const { lists } = useSettingsData()
  const change = useChangeDraft(importId)
  const form = useForm<Values>({ defaultValues: toFormValues(draft, locale), mode: 'onTouched' })
  const { register, watch, setValue, formState } = form
  const types = Object.values(lists.trx_category_trx_type_mapping).flat()
  const isNumber = (typed: string) => !Number.isNaN(parseNumber(typed, locale) ?? 0) || 'imports_no_number'
  const labels = {
    quantity: text('imports_quantity'),
    price: text('imports_price'),
    amount: text('imports_amount'),
    fees: text('imports_meaning_fees'),
    taxes: text('imports_meaning_taxes'),
  }
  const send = form.handleSubmit(values => {
    const sent = pickChanges(values, formState.dirtyFields, locale)
    change.mutate({ id: draft.id, change: sent }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('imports_fix_title', { line: draft.line, file: draft.file_name })}
      submitLabel={text('imports_fix_save')}
      isBusy={change.isPending}
      error={change.error}
      isEdited={formState.isDirty}
      isDisabled={!formState.isDirty}
      onSubmit={event => void send(event)}
    >
      {draft.message !== null && <p className={styles.warn}>{draft.message}</p>}
      <p className={styles.quiet}>{text('imports_as_in_file')}</p>
      <pre className={styles.raw}>{draft.raw}</pre>
      <div className={fieldStyles.pair}>
        <Field label={text('imports_date')}>
          <DateInput {...register('date')} />
        </Field>
        <Field label={text('imports_type')}>
          <Select
            options={types.map(value => ({ value: value as string, label: typeLabel(value, text) }))}
            value={watch('type') || null}
            onChange={type => setValue('type', type, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('imports_side')}>
          <Select
            options={sides.map(value => ({ value: value as string, label: text(`imports_side_${value}`) }))}
            value={watch('side')}
            onChange={side => setValue('side', side, { shouldDirty: true })}
          />
        </Field>
        <Field
          label={text('imports_meaning_isin')}
          {...(draft.stated_name !== null && {
            help: text('imports_other_security', { stated: draft.stated_name, name: draft.name ?? '' }),
          })}
        >
          <TextInput autoComplete="off" spellCheck={false} maxLength={12} {...register('isin')} />
        </Field>
        {numbers.map(field => (
          <Field key={field} label={labels[field]} error={fieldErrorText(formState.errors[field], text)}>
            <TextInput inputMode="decimal" autoComplete="off" {...register(field, { validate: isNumber })} />
          </Field>
        ))}
        <Field label={text('currency')}>
          <TextInput autoComplete="off" spellCheck={false} maxLength={3} {...register('currency')} />
        </Field>
      </div>
    </FormDialog>
  )
}

function toFormValues(draft: Draft, locale: NumberLocale): Values {
  const typed = (value: number | null) => typedNumber(value, locale)
  return {
    date: draft.date ?? '',
    type: draft.transaction_type ?? '',
    side: draft.side ?? 'none',
    isin: draft.isin ?? '',
    currency: draft.currency ?? '',
    quantity: typed(draft.quantity),
    price: typed(draft.price),
    amount: typed(draft.amount),
    fees: typed(draft.fees),
    taxes: typed(draft.taxes),
  }
}

function pickChanges(
  values: Values,
  dirty: Readonly<Partial<Record<keyof Values, boolean | undefined>>>,
  locale: NumberLocale,
): DraftChange {
  return {
    ...(dirty.date && values.date !== '' && { date: values.date }),
    // The selects offer values of the contract; the server validates the rest.
    ...(dirty.type && { transaction_type: values.type as TransactionType }),
    ...(dirty.side && { side: values.side === 'none' ? null : (values.side as 'buy') }),
    ...(dirty.isin && { isin: values.isin.trim() || null }),
    ...(dirty.currency && { currency: values.currency.trim().toUpperCase() as 'CHF' }),
    ...Object.fromEntries(
      numbers.filter(field => dirty[field]).map(field => [field, parseNumber(values[field], locale)]),
    ),
  }
}
