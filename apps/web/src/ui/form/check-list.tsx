import { useId, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './check-list.module.css'
import { Checkbox } from './checkbox.tsx'
import field from './field.module.css'
import { TextInput } from './text-input.tsx'

export interface CheckOption {
  value: string
  label: string
  note?: string
}

interface CheckListProps {
  label: string
  options: readonly CheckOption[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error?: string | undefined
  /** Shown without any option. */
  empty?: string
}

/** Longer lists have a search field. */
const longFrom = 8

/** A multi-select list with all options visible. */
export function CheckList({ label, options, chosen, onChange, error, empty }: CheckListProps) {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const shown = options.filter(option =>
    `${option.label} ${option.note ?? ''}`.toLocaleLowerCase().includes(wanted),
  )
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value])
  return (
    <fieldset className={styles.list}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.frame}>
        {options.length > longFrom && (
          <TextInput
            size="small"
            type="search"
            aria-label={text('find')}
            placeholder={text('find')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            className={styles.search}
          />
        )}
        <div className={styles.options}>
          {shown.map(option => (
            <Checkbox
              key={option.value}
              className={styles.option}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
              label={
                <>
                  {option.label} {option.note && <span className={styles.note}>{option.note}</span>}
                </>
              }
            />
          ))}
          {shown.length === 0 && (
            <p className={styles.note}>{options.length === 0 && empty ? empty : text('nothing_found')}</p>
          )}
        </div>
      </div>
      {error !== undefined && (
        <p id={id} className={field.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
