import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import fieldStyles from '../../../ui/form/field.module.css'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { ChosenSecurity } from './use-security.ts'

type Created = NonNullable<ChosenSecurity['create']>

export interface NewSecurity extends Pick<Created, 'name' | 'currency' | 'instrument_type'> {
  isin: string
  symbol: string
}

interface NewSecurityFieldsProps {
  value: NewSecurity
  onChange: (value: NewSecurity) => void
}

/** The fields of a new security, as the file gives them. */
export function NewSecurityFields({ value, onChange }: NewSecurityFieldsProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const input = (field: 'name' | 'isin' | 'symbol' | 'currency', length: number) => (
    <Field label={text(`security_${field}`)}>
      <TextInput
        autoComplete="off"
        maxLength={length}
        value={value[field]}
        onChange={event => onChange({ ...value, [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className={fieldStyles.pair}>
      {input('name', 200)}
      <Field label={text('security_type')}>
        <Select
          value={value.instrument_type}
          onChange={type => onChange({ ...value, instrument_type: type })}
          options={lists.instrument_types.map(each => ({
            value: each.id,
            label: names.type(each.id, each.name),
          }))}
        />
      </Field>
      {input('isin', 12)}
      {input('symbol', 60)}
      {input('currency', 3)}
    </div>
  )
}
