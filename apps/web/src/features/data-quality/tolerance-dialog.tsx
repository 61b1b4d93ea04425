import { useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './data-quality.module.css'
import { qualityActions, type Reconciliation, useQualityChanged } from './use-data-quality.ts'

/** Sets the tolerances below which differences are ignored. */
export function ToleranceDialog({ data, frame }: { data: Reconciliation; frame: DialogFrame }) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useQualityChanged()
  const { tolerance, account, currency } = data
  const form = useForm({
    defaultValues: {
      price: typedNumber(tolerance.price * 100, locale),
      rate: typedNumber(tolerance.rate * 100, locale),
      accrued_interest: typedNumber(tolerance.accrued_interest, locale),
    },
    mode: 'onTouched',
  })
  const { register, formState } = form
  const number = (typed: string) => parseNumber(typed, locale) ?? 0
  const validate = (typed: string) => (number(typed) >= 0 ? undefined : text('reconciliation_no_number'))
  const saving = useFormCall(form, {
    send: values =>
      qualityActions.changeTolerance({
        account: account.id,
        tolerance: {
          price: number(values.price) / 100,
          rate: number(values.rate) / 100,
          accrued_interest: number(values.accrued_interest),
        },
      }),
    fields: ['price', 'rate', 'accrued_interest'],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  const field = (name: 'price' | 'rate' | 'accrued_interest', label: string) => (
    <Field label={label} error={fieldErrorText(formState.errors[name], text)}>
      <TextInput inputMode="decimal" autoComplete="off" {...register(name, { validate })} />
    </Field>
  )
  return (
    <FormDialog
      {...frame}
      title={text('reconciliation_tolerance')}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
    >
      <div className={styles.files}>
        {field('price', text('reconciliation_tolerance_price'))}
        {field('rate', text('reconciliation_tolerance_rate'))}
        {field('accrued_interest', text('reconciliation_tolerance_interest', { currency }))}
      </div>
    </FormDialog>
  )
}
