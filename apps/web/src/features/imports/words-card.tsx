import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Select } from '../../ui/form/select.tsx'
import { withWord, wordOptions, wordValue } from './column-mapping.ts'
import styles from './imports.module.css'
import type { ImportFile, Mapping } from './use-imports.ts'

interface WordsCardProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Maps the words of the type column to transaction types, with their frequency. */
export function WordsCard({ file, mapping, onChange }: WordsCardProps) {
  const text = useText()
  const format = useFormat()
  const options = wordOptions(text)
  return (
    <section className={styles.panel}>
      <h3>{text('imports_words_in')}</h3>
      <ul className={styles.words}>
        {file.words.map(({ word, count }) => (
          <li key={word}>
            <span className={styles.cut} title={word}>
              {word}
            </span>
            <span className={styles.quiet}>{format.count(count)}</span>
            <Select
              size="small"
              label={text('imports_word_of', { word })}
              options={options}
              value={wordValue(mapping, word)}
              onChange={value => onChange(withWord(mapping, word, value))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
