import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
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
import {
  buildCorrection,
  type CorrectableNumber,
  type CorrectionValues,
  correctableNumbers,
  formerValues,
  initialValues,
  isUsed,
} from './correction-values.ts'
import { EffectStrip } from './effect-strip.tsx'
import { HistoryList } from './history-list.tsx'
import styles from './transactions.module.css'
import {
  correctTransaction,
  useLedgerChanged,
  useRestoreTransaction,
  useUndoCorrection,
  type Version,
} from './use-transactions.ts'
import { VoidDialog } from './void-dialog.tsx'

interface CorrectFormProps {
  frame: DialogFrame
  versions: readonly Version[]
  newest: Version
}

/** The form that corrects a transaction, beside the preview of its effect and its history. */
export function CorrectForm({ frame, versions, newest }: CorrectFormProps) {
  const text = useText()
  const locale = useNumberLocale()
  const { open } = useModal()
  const [isVoiding, setIsVoiding] = useState(false)
  const { transaction, revision } = newest
  const isVoid = newest.status === 'void'
  const form = useForm<CorrectionValues>({
    defaultValues: initialValues(newest, locale),
    mode: 'onTouched',
  })
  const correction = buildCorrection(form.watch(), newest, locale)
  const saving = useSaveCorrection(form, newest, frame.onClose)
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
      isEdited={form.formState.isDirty}
      isDisabled={isVoid || !hasChanges}
      onSubmit={event => void saving.submit(event)}
      footerStart={
        isVoid ? (
          <RestoreButton newest={newest} onRestored={frame.onClose} />
        ) : (
          <>
            <Button variant="quiet" className={styles.danger} onClick={() => setIsVoiding(true)}>
              {text('entry_void')}…
            </Button>
            {transaction.instrument_id !== null && (
              <Button variant="quiet" onClick={() => void open({ kind: 'security', id: transaction.id })}>
                {text('security_move')}…
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.halves}>
        <div className={classNames(fieldStyles.pair, styles.form)}>
          <p className={styles.wide}>
            <b>{transaction.name ?? text(`transaction_type_${transaction.transaction_type}`)}</b>{' '}
            <Tag>{text(`transaction_type_${transaction.transaction_type}`)}</Tag>
          </p>
          <CorrectionFields form={form} newest={newest} isVoid={isVoid} />
          <div className={styles.wide}>
            <ReasonFields form={form} isVoid={isVoid} />
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

type CorrectionForm = UseFormReturn<CorrectionValues>

function useSaveCorrection(form: CorrectionForm, newest: Version, onDone: () => void) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useLedgerChanged()
  const undo = useUndoCorrection()
  const { id } = newest.transaction
  return useFormCall(form, {
    send: sent =>
      correctTransaction(id, {
        ...buildCorrection(sent, newest, locale),
        revision: newest.revision,
        reason: sent.reason.trim(),
      }),
    fields: ['date', 'settle_date', ...correctableNumbers, 'note', 'reason'],
    onSuccess: ({ revision }) => {
      changed()
      const body = { ...formerValues(newest), revision, reason: text('question_undone') }
      showSaved(text('entry_correction_saved'), () => undo.mutate({ id, ...body }))
      onDone()
    },
  })
}

function RestoreButton({ newest, onRestored }: { newest: Version; onRestored: () => void }) {
  const text = useText()
  const restore = useRestoreTransaction()
  const { transaction, revision } = newest
  return (
    <Button
      icon="undo"
      isBusy={restore.isPending}
      onClick={() => restore.mutate({ id: transaction.id, revision }, { onSuccess: onRestored })}
    >
      {text('entry_restore')}
    </Button>
  )
}

interface FieldsProps {
  form: CorrectionForm
  isVoid: boolean
}

function CorrectionFields({ form, newest, isVoid }: FieldsProps & { newest: Version }) {
  const text = useText()
  const locale = useNumberLocale()
  const { register, formState } = form
  const isNumber = (typed: string) => !Number.isNaN(parseNumber(typed, locale) ?? 0) || 'entry_no_number'
  return (
    <>
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
      {correctableNumbers
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
    </>
  )
}

/** The note of the transaction, and why it is corrected. */
function ReasonFields({ form, isVoid }: FieldsProps) {
  const text = useText()
  const { register, formState } = form
  return (
    <>
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
    </>
  )
}

/** Fields have the same labels as in the form that adds a transaction. */
function labelKey(field: CorrectableNumber) {
  return field === 'counter_amount' ? 'entry_get' : (`entry_${field}` as const)
}

/** The currency of a field; null for numbers that are not money. */
function fieldCurrency(field: CorrectableNumber, { entered, transaction }: Version): string | null {
  if (field === 'quantity' || field === 'ratio' || field === 'basis_share') return null
  return field === 'counter_amount' ? entered.counter_currency : transaction.currency
}
