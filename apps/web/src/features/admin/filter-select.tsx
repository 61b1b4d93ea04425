import { Select } from '../../ui/form/select.tsx'
import styles from './admin-list.module.css'

interface FilterSelectProps {
  label: string
  /** The label of the option that does not filter. */
  all: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A value that no id can have. */
const noFilter = '*'

/** Filters by one option, or by none. A value that is no longer an option does not filter. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  const known = options.some(option => option.value === value) ? value : noFilter
  return (
    <div className={styles.filter}>
      <Select
        size="small"
        label={label}
        options={[{ value: noFilter, label: all }, ...options]}
        value={known ?? noFilter}
        onChange={chosen => onChange(chosen === noFilter ? undefined : chosen)}
      />
    </div>
  )
}
