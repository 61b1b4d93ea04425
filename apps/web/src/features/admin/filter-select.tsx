import { Select } from '../../ui/form/select.tsx'
import styles from './admin-list.module.css'

interface FilterSelectProps {
  label: string
  /** The choice that narrows nothing. */
  all: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** No id looks like it. */
const everything = '*'

/** One of a list to narrow by, or all of them. What is no longer in the list narrows nothing. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  const known = options.some(option => option.value === value) ? value : everything
  return (
    <div className={styles.filter}>
      <Select
        size="small"
        label={label}
        options={[{ value: everything, label: all }, ...options]}
        value={known ?? everything}
        onChange={chosen => onChange(chosen === everything ? undefined : chosen)}
      />
    </div>
  )
}
