import styles from './quiet-select.module.css'

interface QuietSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A select that looks like plain text. It is native, to keep the signed-out pages small. */
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
