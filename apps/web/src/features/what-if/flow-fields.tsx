import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { AccountField, useAccounts } from './account-field.tsx'
import type { FieldsProps } from './change-fields.ts'
import { type Currency, CurrencyField } from './currency-field.tsx'
import { NumberField } from './number-field.tsx'
import type { Change } from './scenario-url.ts'
import styles from './what-if.module.css'

interface Typed {
  account: string | null
  currency: Currency | null
  way: 'deposit' | 'withdrawal'
  amount: string
}

/** A deposit into an account, or a withdrawal. */
export function FlowFields({ initial, start, isTried, onDraft }: FieldsProps) {
  const text = useText()
  const locale = useNumberLocale()
  const { body } = useFilter()
  const accounts = useAccounts()
  const known = initial?.kind === 'flow' ? initial : null
  const [typed, setTyped] = useState<Typed>(() => ({
    account: known?.account ?? start?.account ?? (accounts.length === 1 ? (accounts[0]?.id ?? null) : null),
    currency: known?.currency ?? body.settings.currency ?? null,
    way: (known?.amount ?? 0) < 0 ? 'withdrawal' : 'deposit',
    amount: typedNumber(known && Math.abs(known.amount), locale),
  }))
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onDraft(toFlow(next, locale))
  }
  return (
    <div className={styles.fields}>
      <Field label={text('what_if_add_flow')}>
        <Segmented
          size="small"
          isWide
          label={text('what_if_add_flow')}
          segments={(['deposit', 'withdrawal'] as const).map(value => ({
            value,
            label: text(`what_if_${value}`),
          }))}
          value={typed.way}
          onChange={way => set({ way })}
        />
      </Field>
      <AccountField value={typed.account} isTried={isTried} onChange={account => set({ account })} />
      <NumberField
        label={text('what_if_amount')}
        value={typed.amount}
        isRequired
        isTried={isTried}
        onChange={amount => set({ amount })}
      />
      <CurrencyField
        label={text('what_if_currency')}
        value={typed.currency}
        isTried={isTried}
        onChange={currency => set({ currency })}
      />
    </div>
  )
}

function toFlow(
  { account, currency, way, amount }: Typed,
  locale: ReturnType<typeof useNumberLocale>,
): Change | null {
  const number = parseNumber(amount, locale)
  if (number === null || !(number > 0) || account === null || currency === null) return null
  return { kind: 'flow', account, currency, amount: way === 'withdrawal' ? -number : number }
}
