import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { securitiesQuery } from './use-what-if.ts'

interface SecurityFieldProps {
  value: string | null
  names: Map<string, string>
  onChange: (id: string | null) => void
  isTried: boolean
}

/** A security by name, symbol or ISIN. */
export function SecurityField({ value, names, onChange, isTried }: SecurityFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const { body } = useFilter()
  const query = useQuery(securitiesQuery(useDeferredValue(typed.trim()), body.family))
  const found = (query.data?.data ?? []).map(({ id, name, symbol, currency }) => ({
    value: id,
    label: name,
    note: [symbol, currency].filter(Boolean).join(' · '),
  }))
  const chosen = value === null ? [] : [{ value, label: names.get(value) ?? text('what_if_security') }]
  const options = found.some(option => option.value === value) ? found : [...chosen, ...found]
  return (
    <Field
      label={text('what_if_security')}
      error={isTried && value === null ? text('field_required') : undefined}
    >
      <Combobox
        size="small"
        options={options}
        value={value}
        placeholder={text('what_if_security_hint')}
        isSearching={query.isFetching}
        onSearch={setTyped}
        onChange={id => {
          const name = found.find(option => option.value === id)?.label
          if (id !== null && name !== undefined) names.set(id, name)
          onChange(id)
        }}
      />
    </Field>
  )
}
