import { useMemo } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useWords } from '../../portfolio/words.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { Instrument } from './instruments/use-instruments.ts'

interface CountryFieldProps {
  value: Instrument['country']
  onChange: (country: Instrument['country']) => void
  error?: string | undefined
}

/** One of all countries by name, or none: an emptied field says so. */
export function CountryField({ value, onChange, error }: CountryFieldProps) {
  const text = useText()
  const words = useWords()
  const { lists } = useSettingsData()
  const options = useMemo(
    () => lists.countries.map(({ code }) => ({ value: code, label: words.country(code), note: code })),
    [lists, words],
  )
  return (
    <Field label={text('country')} error={error}>
      <Combobox
        options={options}
        value={value}
        // The codes are those of the settings' list, which carries them as texts.
        onChange={code => onChange(code as Instrument['country'])}
        placeholder={text('none_chosen')}
      />
    </Field>
  )
}
