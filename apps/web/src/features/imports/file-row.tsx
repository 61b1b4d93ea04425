import { sizeWords } from '../../lib/format/size-words.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { AccountSelect } from './account-select.tsx'
import styles from './imports.module.css'
import { shownRows } from './shown-rows.ts'
import { type ImportFile, useRemoveFile } from './use-imports.ts'

interface FileRowProps {
  importId: string
  file: ImportFile
  onColumns: () => void
}

const marks = {
  ready: { icon: 'check', look: 'good' },
  needs_columns: { icon: 'minus', look: 'waiting' },
  needs_account: { icon: 'minus', look: 'waiting' },
  unreadable: { icon: 'close', look: 'bad' },
} as const

/** A file with its format, target account, number of rows and date range. */
export function FileRow({ importId, file, onColumns }: FileRowProps) {
  const text = useText()
  const format = useFormat()
  const remove = useRemoveFile(importId)
  const { name, state, start_date: start, end_date: end } = file
  const mark = marks[state]
  const isReadable = state !== 'unreadable'
  return (
    <li className={styles.file}>
      <span className={classNames(styles.mark, styles[mark.look])}>
        <Icon name={mark.icon} size={12} />
      </span>
      <span className={styles.what}>
        <b title={name}>{name}</b>
        <small>{sizeWords(file.bytes, format.count)}</small>
      </span>
      <span className={classNames(styles.what, !isReadable && styles.across)}>
        <span className={isReadable ? undefined : styles.loss}>
          <FormatWords file={file} />
        </span>
        {file.message !== null && <small className={isReadable ? styles.warn : ''}>{file.message}</small>}
        {file.mapping !== null && isReadable && (
          <Button
            variant="quiet"
            size="small"
            className={styles.small}
            aria-label={text('imports_columns_of', { name })}
            onClick={onColumns}
          >
            {text('imports_step_columns')}
          </Button>
        )}
      </span>
      {isReadable && (
        <>
          <AccountSelect importId={importId} file={file} />
          <span className={classNames(styles.end, styles.rows)}>
            {format.count(shownRows(file))}
            <span className={styles.phoneOnly}> {text('imports_rows_short')}</span>
          </span>
          <span className={styles.dates}>
            {end !== null &&
              (start === null ? format.date(end) : `${format.date(start)} – ${format.date(end)}`)}
          </span>
        </>
      )}
      <IconButton
        icon="close"
        size="small"
        label={text('imports_remove_file', { name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate(file.id)}
      />
    </li>
  )
}

function FormatWords({ file }: { file: ImportFile }) {
  const text = useText()
  if (file.state === 'unreadable') return text('imports_not_read')
  if (file.state === 'needs_columns') return text('imports_unknown_csv')
  const format = file.format === null ? '' : text(`file_format_${file.format}`)
  return [file.preset, format].filter(Boolean).join(', ')
}
