import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useNumberLocale } from '../../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../../lib/format/parse-number.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { replacePrice, useSavedFix } from '../coverage/undo-fix.ts'
import type { EnteredPrice } from './use-entered.ts'

/** Corrects an entered price of a day. */
export function PriceDialog({ price: entered, frame }: { price: EnteredPrice; frame: DialogFrame }) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const queryClient = useQueryClient()
  const showSavedFix = useSavedFix()
  const { instrument, currency, date } = entered
  const form = useForm({ defaultValues: { price: typedNumber(entered.price, locale) }, mode: 'onTouched' })
  const { register, formState } = form
  const saving = useFormCall(form, {
    // The field was validated, so the number parses.
    send: ({ price }) =>
      replacePrice({ id: instrument.id, date, price: parseNumber(price, locale) ?? Number.NaN }),
    fields: ['price'],
    onSuccess: undo => {
      void queryClient.invalidateQueries()
      showSavedFix(text('price_saved'), undo)
      frame.onClose()
    },
  })
  const validate = (typed: string) =>
    parseNumber(typed, locale) === null ? text('number_invalid') : undefined
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
      <Field
        label={text('entered_value_on', { currency, date: format.date(date) })}
        error={fieldErrorText(formState.errors.price, text)}
      >
        <TextInput inputMode="decimal" autoComplete="off" {...register('price', { validate })} />
      </Field>
    </FormDialog>
  )
}
