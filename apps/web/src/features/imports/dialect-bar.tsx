import { useText } from '../../lib/i18n/i18n.ts'
import { Select } from '../../ui/form/select.tsx'
import { dateOrders, decimalMarks, encodings, separators } from './column-mapping.ts'
import styles from './imports.module.css'
import type { ImportFile, Mapping } from './use-imports.ts'

interface DialectBarProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** The detected CSV dialect, with controls to correct it. */
export function DialectBar({ file, mapping, onChange }: DialectBarProps) {
  const text = useText()
  const lines = Math.max(mapping.header_line, file.first_lines.length)
  const choices = [
    {
      label: text('imports_separator'),
      value: mapping.separator,
      options: entries(separators).map(([value, name]) => ({
        value,
        label: text(`imports_separator_${name}`),
      })),
      toChange: (separator: string) => ({ separator: separator as Mapping['separator'] }),
    },
    {
      label: text('imports_numbers'),
      value: mapping.decimal_mark,
      options: entries(decimalMarks).map(([value, label]) => ({ value, label })),
      toChange: (mark: string) => ({ decimal_mark: mark as Mapping['decimal_mark'] }),
    },
    {
      label: text('imports_dates'),
      value: mapping.date_order,
      options: dateOrders.map(value => ({ value, label: text(`imports_date_${value}`) })),
      toChange: (order: string) => ({ date_order: order as Mapping['date_order'] }),
    },
    {
      label: text('imports_encoding'),
      value: mapping.encoding,
      options: entries(encodings).map(([value, label]) => ({ value, label })),
      toChange: (encoding: string) => ({ encoding: encoding as Mapping['encoding'] }),
    },
    {
      label: text('imports_header_line'),
      value: String(mapping.header_line),
      options: Array.from({ length: lines }, (_, index) => ({
        value: String(index + 1),
        label: String(index + 1),
      })),
      toChange: (line: string) => ({ header_line: Number(line) }),
    },
  ]
  return choices.map(({ label, value, options, toChange }) => (
    <span key={label} className={styles.choice}>
      <span className={styles.quiet} aria-hidden="true">
        {label}
      </span>
      <Select
        size="small"
        label={label}
        options={options}
        value={value}
        // The options of each select are values of the contract.
        onChange={chosen => onChange({ ...mapping, ...toChange(chosen) })}
      />
    </span>
  ))
}

/** Object.entries with typed keys. */
function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}
