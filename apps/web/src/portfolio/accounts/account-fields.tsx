import type { CashTracking, LotMethod, VariationMargin } from '@plumbline/contract'
import { useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { Switch } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import styles from './account-fields.module.css'

/** The editable values of an account. */
export interface AccountValues {
  name: string
  number: string
  lotMethod: LotMethod
  cash: CashTracking
  variationMargin: VariationMargin
  allowsShort: boolean
}

export const newAccountValues: AccountValues = {
  name: '',
  number: '',
  lotMethod: 'fifo',
  cash: 'tracked',
  variationMargin: 'booked',
  allowsShort: false,
}

/** Builds the request body. */
export function accountBody({ name, number, lotMethod, cash, variationMargin, allowsShort }: AccountValues) {
  return {
    name: name.trim(),
    number: number.trim() === '' ? null : number.trim(),
    lot_method: lotMethod,
    cash,
    variation_margin: variationMargin,
    allows_short: allowsShort,
  }
}

const lotMethods: readonly LotMethod[] = ['fifo', 'lifo', 'hifo', 'average', 'specific']
const variationMargins: readonly VariationMargin[] = ['booked', 'derived']
const cashTrackings: readonly CashTracking[] = ['tracked', 'none']

/** The fields of an account that can be edited. Needs a FormProvider. */
export function AccountFields({ hasNumber }: { hasNumber: boolean }) {
  const text = useText()
  const { register, formState, watch, setValue } = useFormContext<AccountValues>()
  const { errors } = formState
  return (
    <>
      <Field label={text('name')} error={fieldErrorText(errors.name, text)}>
        <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
      </Field>
      {hasNumber && (
        <Field label={text('account_number')} error={fieldErrorText(errors.number, text)}>
          <TextInput autoComplete="off" spellCheck={false} {...register('number')} />
        </Field>
      )}
      <Field label={text('lot_method')}>
        <Select
          options={lotMethods.map(value => ({ value, label: text(`lot_method_${value}`) }))}
          value={watch('lotMethod')}
          onChange={method => setValue('lotMethod', method, { shouldDirty: true })}
        />
      </Field>
      <Field label={text('cash_tracking')}>
        <Select
          options={cashTrackings.map(value => ({ value, label: text(`cash_tracking_${value}`) }))}
          value={watch('cash')}
          onChange={cash => setValue('cash', cash, { shouldDirty: true })}
        />
      </Field>
      <Field label={text('variation_margin')}>
        <Select
          options={variationMargins.map(value => ({ value, label: text(`variation_margin_${value}`) }))}
          value={watch('variationMargin')}
          onChange={margin => setValue('variationMargin', margin, { shouldDirty: true })}
        />
      </Field>
      <Switch className={styles.switch} label={text('allows_short')} {...register('allowsShort')} />
    </>
  )
}
