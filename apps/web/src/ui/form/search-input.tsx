import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import input from './input.module.css'
import styles from './search-input.module.css'

/** Typing goes on without a question per letter. */
const quietMs = 250

interface SearchInputProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Narrows a list by what is typed, once the typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const text = useText()
  const [typed, setTyped] = useState(value)
  const said = useRef(value)
  useEffect(() => {
    // Someone else changed it: Back, or a button that clears the filter.
    if (value !== said.current) setTyped(value)
    said.current = value
  }, [value])
  useEffect(() => {
    if (typed === said.current) return
    const pausing = setTimeout(() => {
      said.current = typed
      onChange(typed)
    }, quietMs)
    return () => clearTimeout(pausing)
  }, [typed, onChange])
  return (
    <div className={classNames(input.input, input.group, styles.search)}>
      <Icon name="search" size={14} className={styles.icon} />
      <input
        type="search"
        className={classNames(input.bare, styles.field)}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        spellCheck={false}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={text('clear')}
          onClick={() => {
            said.current = ''
            setTyped('')
            onChange('')
          }}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  )
}
