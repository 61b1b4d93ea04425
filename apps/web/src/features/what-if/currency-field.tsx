import type { ScenarioBody } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'

export type Currency = NonNullable<ScenarioBody['flows']>[number]['currency']

interface CurrencyFieldProps {
  label: string
  value: Currency | null
  isTried: boolean
  onChange: (currency: Currency | null) => void
}

export function CurrencyField({ label, value, isTried, onChange }: CurrencyFieldProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  return (
    <Field label={label} error={isTried && value === null ? text('field_required') : undefined}>
      <Combobox
        size="small"
        options={lists.currencies.map(({ code }) => ({
          value: code,
          label: code,
          note: names.currency(code),
        }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
