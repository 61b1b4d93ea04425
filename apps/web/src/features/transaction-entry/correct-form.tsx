import { chargeTypes } from 'virtual:transaction-types'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import type { NumberLocale } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { EffectStrip } from './effect-strip.tsx'
import { paysInterest } from './entry-form.ts'
import { HistoryList } from './history-list.tsx'
import styles from './transactions.module.css'
import {
  type Correction,
  correctTransaction,
  useLedgerChanged,
  useRestoreTransaction,
  useUndoCorrection,
  type Version,
} from './use-transactions.ts'
import { VoidDialog } from './void-dialog.tsx'

interface Values {
  date: string
  settle_date: string
  quantity: string
  price: string
  amount: string
  counter_amount: string
  accrued: string
  ratio: string
  basis_share: string
  fees: string
  taxes: string
  note: string
  reason: string
}

const numbers = [
  'quantity',
  'price',
  'amount',
  'counter_amount',
  'accrued',
  'ratio',
  'basis_share',
  'fees',
  'taxes',
] as const
type NumberField = (typeof numbers)[number]

interface CorrectFormProps {
  frame: DialogFrame
  versions: readonly Version[]
  newest: Version
}

/** The form that corrects a transaction, beside the preview of its effect and its history. */
export function CorrectForm({ frame, versions, newest }: CorrectFormProps) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useLedgerChanged()
  const restore = useRestoreTransaction()
  const undo = useUndoCorrection()
  const [isVoiding, setIsVoiding] = useState(false)
  const { transaction, revision } = newest
  const isVoid = newest.status === 'void'
  const form = useForm<Values>({ defaultValues: initialValues(newest, locale), mode: 'onTouched' })
  const { register, watch, formState } = form
  const values = watch()
  const correction = buildCorrection(values, newest, locale)
  const saving = useFormCall(form, {
    send: sent =>
      correctTransaction(transaction.id, {
        ...buildCorrection(sent, newest, locale),
        revision,
        reason: sent.reason.trim(),
      }),
    fields: ['date', 'settle_date', ...numbers, 'note', 'reason'],
    onSuccess: saved => {
      changed()
      const body = { ...formerValues(newest), revision: saved.revision, reason: text('question_undone') }
      showSaved(text('entry_correction_saved'), () => undo.mutate({ id: transaction.id, ...body }))
      frame.onClose()
    },
  })
  const isNumber = (typed: string) => !Number.isNaN(parseNumber(typed, locale) ?? 0) || 'entry_no_number'
  const hasChanges = Object.keys(correction).length > 0
  return (
    <FormDialog
      {...frame}
      width={1160}
      title={
        <>
          {text('entry_correct')} <Tag tone="outline">{transaction.account.name}</Tag>
        </>
      }
      submitLabel={text('entry_save_correction')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      isDisabled={isVoid || !hasChanges}
      onSubmit={event => void saving.submit(event)}
      footerStart={
        isVoid ? (
          <Button
            icon="undo"
            isBusy={restore.isPending}
            onClick={() => restore.mutate({ id: transaction.id, revision }, { onSuccess: frame.onClose })}
          >
            {text('entry_restore')}
          </Button>
        ) : (
          <Button variant="quiet" className={styles.danger} onClick={() => setIsVoiding(true)}>
            {text('entry_void')}…
          </Button>
        )
      }
    >
      <div className={styles.halves}>
        <div className={classNames(fieldStyles.pair, styles.form)}>
          <p className={styles.wide}>
            <b>{transaction.name ?? text(`transaction_type_${transaction.transaction_type}`)}</b>{' '}
            <Tag>{text(`transaction_type_${transaction.transaction_type}`)}</Tag>
          </p>
          <Field label={text('entry_date')} error={fieldErrorText(formState.errors.date, text)}>
            <DateInput
              disabled={isVoid}
              {...register('date', { validate: date => (date === '' ? 'entry_needed' : checkDate(date)) })}
            />
          </Field>
          <Field label={text('entry_settles')} error={fieldErrorText(formState.errors.settle_date, text)}>
            <DateInput
              disabled={isVoid}
              {...register('settle_date', { validate: date => checkDate(date ?? '') })}
            />
          </Field>
          {numbers
            .filter(field => isUsed(field, newest))
            .map(field => (
              <Field
                key={field}
                label={[text(labelKey(field)), fieldCurrency(field, newest)].filter(Boolean).join(', ')}
                error={fieldErrorText(formState.errors[field], text)}
              >
                <TextInput
                  inputMode="decimal"
                  autoComplete="off"
                  disabled={isVoid}
                  {...register(field, { validate: isNumber })}
                />
              </Field>
            ))}
          <div className={styles.wide}>
            <Field label={text('entry_note')}>
              <TextInput autoComplete="off" maxLength={5000} disabled={isVoid} {...register('note')} />
            </Field>
            <Field
              label={text('entry_why')}
              help={text('entry_why_help')}
              error={fieldErrorText(formState.errors.reason, text)}
            >
              <TextInput
                autoComplete="off"
                maxLength={200}
                disabled={isVoid}
                {...register('reason', { validate: why => why.trim() !== '' || 'entry_why_missing' })}
              />
            </Field>
            <EffectStrip
              body={
                hasChanges && !isVoid ? { id: transaction.id, correct: { ...correction, revision } } : null
              }
            />
          </div>
        </div>
        <HistoryList versions={versions} />
      </div>
      <VoidDialog
        transaction={transaction}
        revision={revision}
        frame={{ isOpen: isVoiding, onClose: () => setIsVoiding(false) }}
        onVoided={frame.onClose}
      />
    </FormDialog>
  )
}

/** Fields have the same labels as in the form that adds a transaction. */
function labelKey(field: NumberField) {
  return field === 'counter_amount' ? 'entry_get' : (`entry_${field}` as const)
}

/** The currency of a field; null for numbers that are not money. */
function fieldCurrency(field: NumberField, { entered, transaction }: Version): string | null {
  if (field === 'quantity' || field === 'ratio' || field === 'basis_share') return null
  return field === 'counter_amount' ? entered.counter_currency : transaction.currency
}

/** Whether a transaction of this type has the field. */
function isUsed(field: NumberField, { entered, transaction }: Version): boolean {
  const isTraded = entered.quantity !== null
  const isSplit = entered.ratio !== null
  switch (field) {
    case 'quantity':
    case 'price':
      return isTraded
    case 'accrued':
      return entered.accrued !== null || (isTraded && paysInterest(transaction.instrument_type))
    case 'ratio':
      return isSplit
    case 'basis_share':
      return transaction.transaction_type === 'spin_off' && Boolean(transaction.quantity)
    case 'counter_amount':
      return entered.counter_amount !== null
    case 'amount':
      return !isSplit
    case 'fees':
    case 'taxes':
      return !isSplit && !chargeTypes.includes(transaction.transaction_type)
  }
}

function initialValues({ entered, transaction }: Version, locale: NumberLocale): Values {
  const typed = (value: number | null) => typedNumber(value, locale)
  return {
    date: transaction.date,
    settle_date: transaction.settle_date ?? '',
    quantity: typed(entered.quantity),
    price: typed(entered.price),
    amount: typed(entered.amount),
    counter_amount: typed(entered.counter_amount),
    accrued: typed(entered.accrued),
    ratio: typed(entered.ratio),
    basis_share: typed(entered.basis_share),
    fees: typed(entered.fees),
    taxes: typed(entered.taxes),
    note: transaction.note ?? '',
    reason: '',
  }
}

/** The values before a correction, for its undo: amounts together, since one may follow from the others. */
function formerValues(newest: Version): Omit<Correction, 'revision' | 'reason'> {
  const { entered, transaction } = newest
  const used = numbers.filter(field => isUsed(field, newest))
  return {
    date: transaction.date,
    settle_date: transaction.settle_date,
    note: transaction.note,
    ...Object.fromEntries(used.map(field => [field, entered[field]])),
  }
}

/** Only changed fields are sent; the others stay as they are. */
function buildCorrection(
  values: Values,
  newest: Version,
  locale: NumberLocale,
): Omit<Correction, 'revision' | 'reason'> {
  const before = initialValues(newest, locale)
  const correction: Record<string, string | number | null> = {}
  for (const field of ['date', 'settle_date', 'note'] as const)
    if (values[field] !== before[field]) correction[field] = values[field].trim() || null
  for (const field of numbers) {
    const value = parseNumber(values[field], locale)
    if (values[field] === before[field] || Number.isNaN(value ?? 0)) continue
    // An empty cost is zero; an empty amount follows from quantity and price.
    correction[field] = value ?? (field === 'fees' || field === 'taxes' ? 0 : null)
  }
  return correction
}
