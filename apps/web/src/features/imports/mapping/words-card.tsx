import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/form/select.tsx'
import type { ImportFile, Mapping } from '../use-imports.ts'
import { isOfHoldings, withWord, wordOptions, wordValue } from './column-mapping.ts'
import styles from './mapping.module.css'

const rowKinds = ['trades', 'payments', 'holdings', 'opening'] as const

interface WordsCardProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** What each kind of row is, word by word. Without a column of kinds, what all rows are. */
export function WordsCard({ file, mapping, onChange }: WordsCardProps) {
  const text = useText()
  const format = useFormat()
  const options = wordOptions(text)
  const hasKinds = mapping.columns.some(({ meaning }) => meaning === 'transaction_type')
  const total = file.words.reduce((sum, { count }) => sum + count, 0)
  const few = file.words.length > 1 && file.words.length < 10
  return (
    <section className={styles.card}>
      <h3>
        {text('imports_kinds_title')}
        {few && (
          <small>
            {file.words.map(({ count }) => format.count(count)).join(' + ')} = {format.count(total)}
          </small>
        )}
      </h3>
      {hasKinds ? (
        <ul className={styles.kinds}>
          {file.words.map(({ word, count }) => {
            const value = wordValue(mapping, word)
            return (
              <li key={word} className={classNames(value === null && styles.ask)}>
                <span className={styles.cut} title={word}>
                  {word}
                </span>
                <span className={styles.quiet}>{format.count(count)}</span>
                <Select
                  size="small"
                  label={text('imports_word_of', { word })}
                  placeholder={text('imports_choose_kind')}
                  options={options}
                  value={value}
                  onChange={next => onChange(withWord(mapping, word, next))}
                />
              </li>
            )
          })}
        </ul>
      ) : (
        <div className={classNames(styles.value, mapping.rows_are == null && styles.ask)}>
          <span>{text('imports_kinds_none')}</span>
          <Select
            size="small"
            label={text('imports_kinds_none')}
            placeholder={text('imports_choose_kind')}
            options={rowKinds.map(value => ({
              value,
              label: text(`imports_rows_are_${value}`),
            }))}
            value={mapping.rows_are ?? null}
            onChange={rows_are => onChange({ ...mapping, rows_are })}
          />
          {isOfHoldings(mapping) && (
            <small>
              {text(mapping.rows_are === 'opening' ? 'imports_opening_note' : 'imports_holdings_note')}
            </small>
          )}
        </div>
      )}
    </section>
  )
}
