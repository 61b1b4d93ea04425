import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import input from './input.module.css'
import styles from './search-input.module.css'

/** The debounce delay. */
const debounceMs = 250

interface SearchInputProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search field that reports the text when typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const text = useText()
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    // The value changed from outside: Back, or a button that clears the filter.
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    if (typed === reported.current) return
    const pausing = setTimeout(() => {
      reported.current = typed
      onChange(typed)
    }, debounceMs)
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
            reported.current = ''
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
