import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { FieldsProps } from './change-fields.ts'
import { type Currency, CurrencyField } from './currency-field.tsx'
import { NumberField } from './number-field.tsx'
import type { Change } from './scenario-url.ts'
import styles from './what-if.module.css'

const ways = ['change', 'rate'] as const

interface Typed {
  currency: Currency | null
  other: Currency | null
  way: (typeof ways)[number]
  value: string
}

/** The rate of two currencies, or a change of one against all others. */
export function RateFields({ initial, isTried, onDraft }: FieldsProps) {
  const text = useText()
  const locale = useNumberLocale()
  const { body } = useFilter()
  const known = initial?.kind === 'rate' ? initial : null
  const [typed, setTyped] = useState<Typed>(() => ({
    currency: known?.currency ?? null,
    other: known?.in ?? body.settings.currency ?? null,
    way: known?.rate === undefined ? 'change' : 'rate',
    value: typedNumber(known?.rate ?? (known?.change === undefined ? null : known.change * 100), locale),
  }))
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onDraft(toRate(next, locale))
  }
  return (
    <div className={styles.fields}>
      <CurrencyField
        label={text('what_if_currency')}
        value={typed.currency}
        isTried={isTried}
        onChange={currency => set({ currency })}
      />
      <Field label={text('what_if_way')}>
        <Select
          size="small"
          options={ways.map(value => ({ value, label: text(`what_if_way_${value}`) }))}
          value={typed.way}
          onChange={way => set({ way })}
        />
      </Field>
      {typed.way === 'rate' && (
        <CurrencyField
          label={text('what_if_in')}
          value={typed.other}
          isTried={isTried}
          onChange={other => set({ other })}
        />
      )}
      <NumberField
        label={text(typed.way === 'change' ? 'what_if_percent_against_all' : 'what_if_rate')}
        value={typed.value}
        isRequired
        isTried={isTried}
        onChange={value => set({ value })}
      />
    </div>
  )
}

function toRate(
  { currency, other, way, value }: Typed,
  locale: ReturnType<typeof useNumberLocale>,
): Change | null {
  const number = parseNumber(value, locale)
  if (number === null || Number.isNaN(number) || currency === null) return null
  if (way === 'change')
    return number <= -100 ? null : { kind: 'rate', currency, change: Number((number / 100).toFixed(8)) }
  return number > 0 && other !== null ? { kind: 'rate', currency, rate: number, in: other } : null
}
