import { useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { FilterKind, FilterOption } from '../filter-kinds.ts'
import styles from './filter-sheet.module.css'

/** Longer lists have a search field. */
const longFrom = 10

interface CheckListProps {
  kind: FilterKind
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** A multi-select list with touch-sized rows. */
export function CheckList({ kind, chosen, onChange }: CheckListProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const found = kind.options.filter(({ label, note = '' }) =>
    `${label} ${note}`.toLocaleLowerCase().includes(wanted),
  )
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value])
  return (
    <>
      {kind.options.length > longFrom && (
        <TextInput
          type="search"
          className={styles.search}
          aria-label={kind.find}
          placeholder={kind.find}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      )}
      <fieldset className={styles.list} aria-label={kind.label}>
        {wanted === '' && (
          <Checkbox
            className={styles.option}
            label={kind.all}
            checked={chosen.length === 0}
            onChange={() => onChange([])}
          />
        )}
        {found.map(option => (
          <Checkbox
            key={option.value}
            className={styles.option}
            label={<OptionText {...option} />}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))}
        {found.length === 0 && <p className={styles.nothing}>{text('nothing_found')}</p>}
      </fieldset>
    </>
  )
}

interface RadioListProps {
  label: string
  options: readonly FilterOption[]
  chosen: string | undefined
  onChange: (value: string) => void
}

export function RadioList({ label, options, chosen, onChange }: RadioListProps) {
  return (
    <fieldset className={styles.list} aria-label={label}>
      {options.map(option => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={label}
            className={styles.radio}
            checked={option.value === chosen}
            onChange={() => onChange(option.value)}
          />
          <OptionText {...option} />
        </label>
      ))}
    </fieldset>
  )
}

function OptionText({ label, note }: FilterOption) {
  return (
    <span>
      {label} {note !== undefined && <span className={styles.note}>{note}</span>}
    </span>
  )
}
