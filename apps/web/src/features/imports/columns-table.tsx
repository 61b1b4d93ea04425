import type { ColumnMeaning } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Select } from '../../ui/form/select.tsx'
import { meanings, typeLabel, withMeaning } from './column-mapping.ts'
import styles from './imports.module.css'
import type { ImportFile, Mapping } from './use-imports.ts'

interface ColumnsTableProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Every column with its first value, its meaning and the parsed value. */
export function ColumnsTable({ file, mapping, onChange }: ColumnsTableProps) {
  const text = useText()
  const format = useFormat()
  const options = meanings.map(value => ({ value, label: text(`imports_meaning_${value}`) }))
  const describeValue = (meaning: ColumnMeaning, value: string) => {
    if (meaning === 'transaction_type') return typeLabel(value, text)
    const isDay = meaning === 'date' || meaning === 'settle_date'
    return isDay && /^\d{4}-\d\d-\d\d$/.test(value) ? format.date(value) : value
  }
  const meaningAt = (place: number): ColumnMeaning => mapping.columns[place]?.meaning ?? 'ignore'
  return (
    <div className={styles.card}>
      <div className={classNames(styles.column, styles.head)} aria-hidden="true">
        <span>{text('imports_column')}</span>
        <span className={styles.sample}>{text('imports_first_value')}</span>
        <span>{text('imports_means')}</span>
        <span>{text('imports_read_as')}</span>
        <span className={styles.end}>{text('imports_filled')}</span>
      </div>
      <ul aria-label={text('imports_columns_of', { name: file.name })}>
        {file.columns.map((column, place) => {
          const meaning = meaningAt(place)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header.
            <li key={place} className={styles.column}>
              <b className={styles.cut} title={column.header}>
                {column.header}
              </b>
              <span className={classNames(styles.sample, styles.cut)} title={column.sample}>
                {column.sample}
              </span>
              <Select
                size="small"
                label={text('imports_means_of', { name: column.header })}
                options={options}
                value={meaning}
                onChange={next => onChange(withMeaning(mapping, place, next))}
              />
              <span className={styles.readAs}>
                {meaning === 'ignore' ? (
                  <span className={styles.quiet}>{text('imports_left_unnamed')}</span>
                ) : column.read_as === null ? (
                  <span className={styles.warn}>{text('imports_not_understood')}</span>
                ) : (
                  <>
                    <Icon name="check" size={12} className={styles.good} />{' '}
                    {describeValue(meaning, column.read_as)}
                  </>
                )}
              </span>
              <span className={classNames(styles.end, styles.filled)}>
                {format.count(column.filled_count)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
