import type { UseFormReturn } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Switch } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { TickerValues } from './ticker-values.ts'
import styles from './watchlist.module.css'

interface TargetRowProps {
  form: UseFormReturn<TickerValues>
  index: number
  /** The current price. Null if unknown. */
  price: number | null
  currency: string
  onRemove: () => void
}

/** One target of the form: direction, price, note and notification. */
export function TargetRow({ form, index, price, currency, onRemove }: TargetRowProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const { register, watch, setValue, formState } = form
  const number = String(index + 1)
  const wanted = parseNumber(watch(`targets.${index}.price`), locale)
  const isPrice = wanted !== null && wanted > 0
  return (
    <div className={styles.target}>
      <div>
        <Field isLabelHidden label={text('watchlist_target_direction', { number })}>
          <Select
            options={[
              { value: 'below', label: text('watchlist_below') },
              { value: 'above', label: text('watchlist_above') },
            ]}
            value={watch(`targets.${index}.direction`)}
            onChange={direction => setValue(`targets.${index}.direction`, direction, { shouldDirty: true })}
          />
        </Field>
      </div>
      <div>
        <Field
          isLabelHidden
          label={text('watchlist_target_price', { number })}
          error={fieldErrorText(formState.errors.targets?.[index]?.price, text)}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            placeholder={currency}
            {...register(`targets.${index}.price`, {
              validate: typed => (parseNumber(typed, locale) ?? 0) > 0 || 'watchlist_price_missing',
            })}
          />
        </Field>
      </div>
      <div>
        <Field isLabelHidden label={text('watchlist_target_note', { number })}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            placeholder={text('watchlist_note')}
            {...register(`targets.${index}.note`)}
          />
        </Field>
      </div>
      <span className={styles.distance}>
        {price !== null && isPrice && format.percent(wanted / price - 1, { sign: 'always' })}
      </span>
      <Switch
        isLabelHidden
        label={text('watchlist_target_notify_of', { number })}
        {...register(`targets.${index}.notify`)}
      />
      <IconButton
        icon="trash"
        size="small"
        label={text('watchlist_target_remove', { number })}
        onClick={onRemove}
      />
    </div>
  )
}
