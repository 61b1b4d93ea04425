import type { ColumnMeaning } from '@plumbline/contract'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { ImportFile, Mapping } from '../use-imports.ts'
import { meanings, withMeaning, wordValue } from './column-mapping.ts'
import styles from './mapping.module.css'

interface MappingSheetProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

type Column = ImportFile['columns'][number]

const meaningAt = (mapping: Mapping, place: number): ColumnMeaning =>
  mapping.columns[place]?.meaning ?? 'ignore'

/** What each column of the file means and why, with rows of different kinds. */
export function MappingSheet(props: MappingSheetProps) {
  return useIsPhone() ? <ColumnList {...props} /> : <ColumnTable {...props} />
}

/** The columns below each other, with examples of their cells. */
function ColumnList({ file, mapping, onChange }: MappingSheetProps) {
  return (
    <ul className={styles.list}>
      {file.columns.map((column, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header.
        <li key={place}>
          <b>
            <span className={styles.letter}>{columnLetter(place)}</span> {column.header}
          </b>
          <MeaningSelect {...{ column, place, mapping, onChange }} />
          <small>{listExamples(file, place).join(' · ')}</small>
          <Evidence column={column} meaning={meaningAt(mapping, place)} />
        </li>
      ))}
    </ul>
  )
}

/** A few cells that differ. */
function listExamples({ sample_rows: rows }: ImportFile, place: number): string[] {
  const cells = rows.map(row => row.cells[place] ?? '').filter(cell => cell !== '')
  return [...new Set(cells)].slice(0, 3)
}

interface MeaningSelectProps extends Pick<MappingSheetProps, 'mapping' | 'onChange'> {
  column: Column
  place: number
}

function MeaningSelect({ column, place, mapping, onChange }: MeaningSelectProps) {
  const text = useText()
  return (
    <Select
      size="small"
      label={text('imports_means_of', { name: column.header })}
      options={meanings.map(value => ({ value, label: text(`imports_meaning_${value}`) }))}
      value={meaningAt(mapping, place)}
      onChange={next => onChange(withMeaning(mapping, place, next))}
    />
  )
}

/** The table as it is in the file. */
function ColumnTable({ file, mapping, onChange }: MappingSheetProps) {
  const text = useText()
  const kind = mapping.columns.findIndex(({ meaning }) => meaning === 'transaction_type')
  const isAsked = (cells: readonly string[]) =>
    kind >= 0 && cells[kind] !== '' && wordValue(mapping, cells[kind] ?? '') === null
  return (
    // A wide table scrolls by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable.
    <section className={styles.sheet} tabIndex={0} aria-label={text('imports_columns_title')}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={styles.lineNumber} aria-label={text('imports_row_number')} />
            {file.columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header.
              <th key={place} scope="col" title={column.header}>
                <span className={styles.letter}>{columnLetter(place)}</span> {column.header}
              </th>
            ))}
          </tr>
          <tr className={styles.choices}>
            <td className={styles.lineNumber} />
            {file.columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header.
              <td key={place}>
                <MeaningSelect {...{ column, place, mapping, onChange }} />
              </td>
            ))}
          </tr>
          <tr className={styles.evidence}>
            <td className={styles.lineNumber} />
            {file.columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header.
              <td key={place}>
                <Evidence column={column} meaning={meaningAt(mapping, place)} />
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.sample_rows.map(({ line, cells }) => (
            <tr key={line} className={isAsked(cells) ? styles.asked : undefined}>
              <th scope="row" className={styles.lineNumber}>
                {line}
              </th>
              {cells.map((cell, place) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their column.
                  key={place}
                  className={classNames(
                    meaningAt(mapping, place) === 'ignore' && styles.left,
                    file.columns[place]?.evidence?.kind === 'numbers' && styles.number,
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How many cells fit the meaning of a column. */
function Evidence({ column, meaning }: { column: Column; meaning: ColumnMeaning }) {
  const text = useText()
  const format = useFormat()
  const { evidence } = column
  if (meaning === 'ignore' || evidence === null) return null
  const isSure = evidence.kind === 'different' || evidence.count === evidence.of
  return (
    <span className={styles.fits}>
      <Icon name={isSure ? 'check' : 'alert'} size={12} className={isSure ? styles.good : styles.warn} />
      {text(`imports_evidence_${evidence.kind}`, {
        count: format.count(evidence.count),
        of: format.count(evidence.of),
      })}
    </span>
  )
}

/** The letter of a column as spreadsheets name it: A to Z, AA and so on. */
function columnLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : columnLetter(Math.floor(place / 26) - 1) + letter
}
