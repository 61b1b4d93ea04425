import styles from './quiet-select.module.css'

interface QuietSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice that looks like plain words. The browser's own list: it costs nothing before sign-in. */
export function QuietSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
}: QuietSelectProps<Value>) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={event => {
        const chosen = options.find(option => option.value === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
