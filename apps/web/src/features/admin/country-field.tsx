import { type ReactNode, useMemo } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { Instrument } from './instruments/use-instruments.ts'

interface CountryFieldProps {
  value: Instrument['country']
  onChange: (country: Instrument['country']) => void
  error?: string | undefined
  labelEnd?: ReactNode
}

/** Selects a country by name. An empty field means none. */
export function CountryField({ value, onChange, error, labelEnd }: CountryFieldProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const options = useMemo(
    () => lists.countries.map(({ code }) => ({ value: code, label: names.country(code), note: code })),
    [lists, names],
  )
  return (
    <Field label={text('country')} error={error} labelEnd={labelEnd}>
      <Combobox
        options={options}
        value={value}
        // The codes come from the settings, which type them as strings.
        onChange={code => onChange(code as Instrument['country'])}
        placeholder={text('none_chosen')}
      />
    </Field>
  )
}
