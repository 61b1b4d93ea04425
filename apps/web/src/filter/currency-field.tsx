import type { UserSettings } from '@plumbline/contract'
import { useMemo } from 'react'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { useWords } from '../portfolio/words.ts'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'

type CurrencyCode = UserSettings['currency']

interface CurrencyFieldProps {
  /** 'Currency' unless it is another one. */
  label?: string
  value: CurrencyCode | null
  onChange: (currency: CurrencyCode) => void
  error?: string | undefined
}

/** One of all currencies, found by its code or its name. */
export function CurrencyField({ label, value, onChange, error }: CurrencyFieldProps) {
  const text = useText()
  const words = useWords()
  const { lists } = useSettingsData()
  const options = useMemo(
    () => lists.currencies.map(({ code }) => ({ value: code, label: code, note: words.currency(code) })),
    [lists, words],
  )
  return (
    <Field label={label ?? text('currency')} error={error}>
      <Combobox options={options} value={value} onChange={code => code !== null && onChange(code)} />
    </Field>
  )
}
