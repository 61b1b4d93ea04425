import type { UserSettings } from '@plumbline/contract'
import { minorUnits } from '@plumbline/contract/format'
import { useMemo } from 'react'
import { useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { useDisplayNames } from '../portfolio/display-names.ts'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'

type CurrencyCode = UserSettings['currency']

interface CurrencyFieldProps {
  /** The label, 'Currency' by default. */
  label?: string
  value: CurrencyCode | null
  onChange: (currency: CurrencyCode) => void
  error?: string | undefined
  /** Offers only the currencies that the user may calculate in. */
  isReporting?: boolean
  /** Offers units that prices are quoted in, such as GBp, too. */
  hasMinorUnits?: boolean
}

/** Selects a currency, searchable by code or name. */
export function CurrencyField({
  label,
  value,
  onChange,
  error,
  isReporting = false,
  hasMinorUnits = false,
}: CurrencyFieldProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const options = useMemo(
    () => [
      ...(isReporting ? lists.user_currencies : lists.currencies.map(({ code }) => code)).map(code => ({
        value: code,
        label: code,
        note: names.currency(code),
      })),
      ...(hasMinorUnits ? Object.entries(minorUnits) : []).map(([code, currency]) => ({
        value: code,
        label: code,
        note: text('currency_hundredth', { currency }),
      })),
    ],
    [lists, names, text, isReporting, hasMinorUnits],
  )
  return (
    <Field label={label ?? text('currency')} error={error}>
      <Combobox options={options} value={value} onChange={code => code !== null && onChange(code)} />
    </Field>
  )
}
