import { useText } from '../../../lib/i18n/i18n.ts'
import { Tag } from '../../../ui/display/tag.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { ImportFile, Mapping } from '../use-imports.ts'
import styles from './mapping.module.css'

interface TableSelectProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Which table of the file is read, and which row names its columns. */
export function TableSelect({ file, mapping, onChange }: TableSelectProps) {
  const text = useText()
  const toValue = (sheet: string | null | undefined, line: number) => `${line} ${sheet ?? ''}`
  const tables = file.tables.map(({ sheet, header_line: line, rows_count: rows }) => ({
    value: toValue(sheet, line),
    label: sheet ? text('imports_table_at', { name: sheet, line }) : text('imports_headings_in', { line }),
    note: text('imports_rows', { count: rows }),
  }))
  const current = toValue(mapping.sheet, mapping.header_line)
  const lines = Array.from(
    { length: Math.max(mapping.header_line, file.first_lines.length) + 1 },
    (_, line) => ({
      value: String(line),
      label: line === 0 ? text('imports_headings_none') : text('imports_headings_in', { line }),
    }),
  )
  return (
    <>
      {mapping.sheet && <Tag tone="outline">{mapping.sheet}</Tag>}
      {file.outcome && <Tag tone="outline">{text('imports_rows', { count: file.outcome.rows_count })}</Tag>}
      <span className={styles.place}>
        {tables.length > 1 && (
          <Select
            size="small"
            label={text('imports_table')}
            options={tables}
            value={tables.some(({ value }) => value === current) ? current : null}
            onChange={value => {
              const space = value.indexOf(' ')
              const sheet = value.slice(space + 1)
              onChange({
                ...mapping,
                sheet: sheet === '' ? null : sheet,
                header_line: Number(value.slice(0, space)),
              })
            }}
          />
        )}
        <Select
          size="small"
          label={text('imports_header_line')}
          options={lines}
          value={String(mapping.header_line)}
          onChange={line => onChange({ ...mapping, header_line: Number(line) })}
        />
      </span>
    </>
  )
}
