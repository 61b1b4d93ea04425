import type { UseFormReturn } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { AssetAccount, AssetForm } from './asset-types.ts'
import type { AssetValues } from './asset-values.ts'
import { firstSlug, mayHaveMortgage } from './first-entry.ts'
import styles from './manual-assets.module.css'
import { likelySource, paymentEffect } from './payment-effect.ts'
import { PaymentQuestion } from './payment-question.tsx'
import { toDraft, toEntryValues } from './transaction-values.ts'

interface FirstEntryFieldsProps {
  form: UseFormReturn<AssetValues>
  type: AssetForm
  account: AssetAccount | undefined
  currency: string
  onTyped: () => void
}

/** What a new asset cost or a loan amounts to, so that most assets need no other tab. */
export function FirstEntryFields({ form, type, account, currency, onTyped }: FirstEntryFieldsProps) {
  const text = useText()
  const slug = firstSlug(type.id)
  if (!slug) return null
  const isLoan = slug === 'drawdown'
  const inCurrency = (label: string) => (currency === '' ? label : `${label}, ${currency}`)
  const fields = [
    { name: 'first_date', label: text(isLoan ? 'assets_drawn_on' : 'assets_bought_on'), isDate: true },
    { name: 'first_amount', label: inCurrency(text(isLoan ? 'assets_loan_amount' : 'assets_paid_price')) },
    ...(isLoan ? [] : [{ name: 'first_value', label: inCurrency(text('assets_value_today')) }]),
    ...(mayHaveMortgage(type.id)
      ? [
          {
            name: 'first_mortgage',
            label: inCurrency(text('assets_mortgage')),
            help: text('assets_mortgage_note'),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className={fieldStyles.pair}>
        {fields.map(({ name, label, ...field }) => (
          <Field
            key={name}
            label={label}
            {...('help' in field && { help: field.help })}
            error={fieldErrorText(form.formState.errors[name] as never, text)}
          >
            {'isDate' in field ? (
              <DateInput {...form.register(name, { onChange: onTyped })} />
            ) : (
              <TextInput
                autoComplete="off"
                inputMode="decimal"
                {...form.register(name, { onChange: onTyped })}
              />
            )}
          </Field>
        ))}
      </div>
      <FirstPayment {...{ form, type, account, currency, onTyped, slug }} />
    </>
  )
}

/** Asks whether the account paid, as the dialog of a transaction does. */
function FirstPayment({
  form,
  type,
  account,
  currency,
  onTyped,
  slug,
}: FirstEntryFieldsProps & { slug: string }) {
  const locale = useNumberLocale()
  const [amount, date, side, chosen] = form.watch(['first_amount', 'first_date', 'side', 'first_paid_from'])
  const typed = { ...toEntryValues(null, type, locale), type: slug, date: date ?? '', amount: amount ?? '' }
  const effect = paymentEffect(toDraft(typed, null, type, locale).body, {
    type: type.id,
    side: side || null,
  })
  if (account?.cash !== 'tracked' || !effect) return null
  const value =
    chosen === 'account' || chosen === 'elsewhere' ? chosen : likelySource(effect, account, currency)
  return (
    <div className={styles.first}>
      <PaymentQuestion
        value={value}
        onChange={source => {
          form.setValue('first_paid_from', source, { shouldDirty: true })
          onTyped()
        }}
        {...{ effect, account, currency }}
      />
    </div>
  )
}
