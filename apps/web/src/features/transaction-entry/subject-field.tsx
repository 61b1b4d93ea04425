import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { catalogueQuery, heldQuery } from './use-transactions.ts'

interface SubjectFieldProps {
  account: string
  /** Also searches the catalogue, for instruments that are not held yet. */
  canBeNew: boolean
  value: string
  help: string | undefined
  error: string | undefined
  /** Passes the chosen position or instrument; null when cleared. */
  onChange: (subject: string, chosen: { currency: string; type: string } | null) => void
}

/** Selects the position of the account, or the instrument of the catalogue, that a transaction is about. */
export function SubjectField({ account, canBeNew, value, help, error, onChange }: SubjectFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const held = useQuery(heldQuery(account))
  const { lists } = useSettingsData()
  const family = lists.accounts.find(({ id }) => id === account)?.family
  const catalogue = useQuery(catalogueQuery(canBeNew ? wanted : '', family))
  const words = wanted.toLocaleLowerCase()
  const positions = (held.data ?? []).map(position => ({
    value: `position:${position.id}`,
    label: position.name,
    note: [position.symbol, text('entry_held')].filter(Boolean).join(' · '),
    currency: position.currency as string,
    type: position.instrument_type as string,
  }))
  const heldIsins = new Set(
    (held.data ?? []).flatMap(({ isin, currency }) => (isin ? [isin + currency] : [])),
  )
  const found = canBeNew ? (catalogue.data?.data ?? []) : []
  const unheld = found.filter(({ isin, currency }) => isin === null || !heldIsins.has(isin + currency))
  const others = unheld.map(ticker => ({
    value: `instrument:${ticker.id}`,
    label: ticker.name,
    note: [ticker.symbol, ticker.exchange, ticker.currency].filter(Boolean).join(' · '),
    currency: ticker.currency as string,
    type: ticker.instrument_type as string,
  }))
  const options = [
    ...positions.filter(
      option =>
        option.value === value || `${option.label} ${option.note}`.toLocaleLowerCase().includes(words),
    ),
    ...others,
  ]
  return (
    <Field label={text('entry_position')} help={help} error={error}>
      <Combobox
        options={options}
        value={value || null}
        onSearch={setTyped}
        isSearching={held.isFetching || catalogue.isFetching}
        placeholder={text('entry_find')}
        onChange={chosen => onChange(chosen ?? '', options.find(option => option.value === chosen) ?? null)}
      />
    </Field>
  )
}
