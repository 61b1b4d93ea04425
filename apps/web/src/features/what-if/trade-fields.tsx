import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { AccountField, useAccounts } from './account-field.tsx'
import type { FieldsProps } from './change-fields.ts'
import { NumberField } from './number-field.tsx'
import type { Change } from './scenario-url.ts'
import { SecurityField } from './security-field.tsx'
import styles from './what-if.module.css'

const sides = ['buy', 'sell', 'hold'] as const
const sizes = ['quantity', 'amount', 'weight'] as const

interface Typed {
  instrument: string | null
  account: string | null
  side: (typeof sides)[number]
  by: (typeof sizes)[number]
  size: string
  price: string
  fees: string
}

/** What to trade, where, and how much. */
export function TradeFields({ initial, names, start, isTried, onDraft }: FieldsProps) {
  const text = useText()
  const locale = useNumberLocale()
  const { body } = useFilter()
  const accounts = useAccounts()
  const known = initial?.kind === 'trade' ? initial : null
  const [typed, setTyped] = useState<Typed>(() => ({
    instrument: known?.instrument ?? start?.instrument ?? null,
    account: known?.account ?? start?.account ?? (accounts.length === 1 ? (accounts[0]?.id ?? null) : null),
    side: known?.side ?? 'buy',
    by: known?.by ?? 'quantity',
    size: typedNumber(known && (known.by === 'weight' ? known.size * 100 : known.size), locale),
    price: typedNumber(known?.price, locale),
    fees: typedNumber(known?.fees, locale),
  }))
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onDraft(toTrade(next, locale))
  }
  const currency = body.settings.currency ?? text('what_if_reporting_currency')
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <SecurityField
          value={typed.instrument}
          names={names}
          isTried={isTried}
          onChange={instrument => set({ instrument })}
        />
      </div>
      <AccountField value={typed.account} isTried={isTried} onChange={account => set({ account })} />
      <Field label={text('what_if_side')}>
        <Segmented
          size="small"
          isWide
          label={text('what_if_side')}
          segments={sides.map(value => ({ value, label: text(`what_if_side_${value}`) }))}
          value={typed.side}
          onChange={side => set({ side })}
        />
      </Field>
      <NumberField
        label={text('what_if_size')}
        value={typed.size}
        isRequired
        isTried={isTried}
        onChange={size => set({ size })}
      />
      <Field label={text('what_if_by')}>
        <Select
          size="small"
          options={sizes.map(value => ({ value, label: text(`what_if_by_${value}`, { currency }) }))}
          value={typed.by}
          onChange={by => set({ by })}
        />
      </Field>
      <NumberField
        label={text('what_if_price')}
        value={typed.price}
        isTried={isTried}
        placeholder={text('what_if_last_price')}
        onChange={price => set({ price })}
      />
      <NumberField
        label={text('what_if_fees')}
        value={typed.fees}
        isTried={isTried}
        onChange={fees => set({ fees })}
      />
    </div>
  )
}

function toTrade(
  { instrument, account, side, by, ...texts }: Typed,
  locale: ReturnType<typeof useNumberLocale>,
): Change | null {
  const [size, price, fees] = [texts.size, texts.price, texts.fees].map(each => parseNumber(each, locale))
  const signed = side === 'hold' ? [price, fees] : [size, price, fees]
  const isWrong =
    Number.isNaN(size ?? 0) || signed.some(value => Number.isNaN(value ?? 0) || (value ?? 0) < 0)
  if (isWrong || size == null || instrument === null || account === null) return null
  return {
    kind: 'trade',
    side,
    by,
    size: by === 'weight' ? Number((size / 100).toFixed(8)) : size,
    account,
    instrument,
    ...(price != null && { price }),
    ...(fees != null && fees !== 0 && { fees }),
  }
}
