import { useForm } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { EffectStrip } from './effect-strip.tsx'
import styles from './transactions.module.css'
import { type Transaction, useVoidTransaction } from './use-transactions.ts'

interface VoidDialogProps {
  transaction: Transaction
  revision: number
  frame: DialogFrame
  onVoided: () => void
}

/** Asks for confirmation and a reason, and previews the effect. */
export function VoidDialog({ transaction, revision, frame, onVoided }: VoidDialogProps) {
  const text = useText()
  const format = useFormat()
  const voiding = useVoidTransaction()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' }, mode: 'onTouched' })
  const submit = handleSubmit(({ reason }) =>
    voiding.mutate({ id: transaction.id, revision, reason: reason.trim() }, { onSuccess: onVoided }),
  )
  const what = transaction.name ?? text(`transaction_type_${transaction.transaction_type}`)
  return (
    <FormDialog
      {...frame}
      title={text('entry_void_question')}
      submitLabel={text('entry_void')}
      isDangerous
      isBusy={voiding.isPending}
      error={voiding.error}
      isEdited={formState.isDirty}
      onSubmit={event => void submit(event)}
    >
      <div className={styles.stack}>
        <p>{text('entry_void_note', { what, date: format.date(transaction.date) })}</p>
        <EffectStrip body={frame.isOpen ? { id: transaction.id, is_void: true } : null} />
        <Field label={text('entry_why')} error={fieldErrorText(formState.errors.reason, text)}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            {...register('reason', { validate: why => why.trim() !== '' || 'entry_why_missing' })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
