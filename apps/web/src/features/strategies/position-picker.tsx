import { contract } from 'virtual:contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, TypeMark } from '../../portfolio/cells.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import styles from './strategies.module.css'

export interface Picked {
  id: string
  name: string
  type: string
  note: string
  exposure: number | null
}

const maxResults = 10

/** Searches open and closed positions, as closed ones stay in a strategy. An empty search sends no request. */
function searchQuery(family: string, q: string) {
  const body = { settings: {}, filters: {}, ...(family !== '' && { family }) }
  return queryOptions({
    queryKey: ['positions', 'search', 'picker', body, q],
    queryFn: async ({ signal }) => {
      const search = (type: 'open' | 'closed') =>
        call(contract.positions.searchByBody, { query: { type, q, limit: maxResults }, body, signal })
      const [open, closed] = await Promise.all([search('open'), search('closed')])
      return [...open.data, ...closed.data]
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

/** The picked positions, and a search to add more. */
export function PositionPicker({
  family,
  picked,
  onChange,
}: {
  /** The family to search. Empty for all visible families. */
  family: string
  picked: Picked[]
  onChange: (next: Picked[]) => void
}) {
  const text = useText()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const query = useQuery(searchQuery(family, useDeferredValue(typed.trim())))
  const found = (query.data ?? []).filter(({ id }) => !picked.some(one => one.id === id))
  return (
    <div>
      <Field
        label={`${text('strategy_positions')} · ${text('strategy_positions_chosen', { count: format.count(picked.length) })}`}
      >
        <Combobox
          // Remount after each choice to clear the search.
          key={picked.length}
          options={found.map(position => ({
            value: position.id,
            label: position.name,
            note: [
              position.account.name,
              text(position.date_closed === null ? 'position_type_open' : 'position_type_closed'),
            ].join(', '),
          }))}
          value={null}
          onSearch={setTyped}
          isSearching={query.isFetching}
          placeholder={text('strategy_find_position')}
          onChange={id => {
            const position = found.find(one => one.id === id)
            if (!position) return
            onChange([
              ...picked,
              {
                id: position.id,
                name: position.name,
                type: position.instrument_type,
                note: position.account.name,
                exposure: position.exposure,
              },
            ])
            setTyped('')
          }}
        />
      </Field>
      <ul className={styles.picked}>
        {picked.map(position => (
          <li key={position.id}>
            <TypeMark type={position.type} />
            <b>{position.name}</b>
            <span>{position.note}</span>
            <Money value={position.exposure} />
            <IconButton
              icon="close"
              size="small"
              label={text('strategy_remove_position', { name: position.name })}
              onClick={() => onChange(picked.filter(one => one.id !== position.id))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
