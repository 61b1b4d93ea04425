import { useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import { AccountSelect } from './account-select.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { DialectBar } from './dialect-bar.tsx'
import styles from './imports.module.css'
import type { Step } from './steps.ts'
import { type ImportBatch, type ImportFile, type Mapping, useChangeFile } from './use-imports.ts'
import { WordsCard } from './words-card.tsx'

interface ColumnsStepProps {
  batch: ImportBatch
  fileId: string | undefined
  onStep: (step: Step, file?: string) => void
}

/** Maps the columns of a CSV file that no preset matches, or corrects a preset. */
export function ColumnsStep({ batch, fileId, onStep }: ColumnsStepProps) {
  const text = useText()
  const file =
    batch.files.find(({ id }) => id === fileId) ?? batch.files.find(({ state }) => state === 'needs_columns')
  if (!file?.mapping)
    return (
      <>
        <div className={styles.content}>
          <EmptyState icon="columns" title={text('imports_no_columns')} />
        </div>
        <footer className={styles.footer}>
          <Button onClick={() => onStep('files')}>{text('back')}</Button>
          <Spacer />
          <Button variant="primary" onClick={() => onStep('preview')}>
            {text('imports_next_preview')}
          </Button>
        </footer>
      </>
    )
  return <FileColumns key={file.id} batch={batch} file={file} mapping={file.mapping} onStep={onStep} />
}

interface FileColumnsProps extends Omit<ColumnsStepProps, 'fileId'> {
  file: ImportFile
  mapping: Mapping
}

function FileColumns({ batch, file, mapping, onStep }: FileColumnsProps) {
  const text = useText()
  const change = useChangeFile(batch.id)
  // Show the choice at once; the parsed values follow with the reply.
  const shown = change.isPending ? (change.variables.change.mapping ?? mapping) : mapping
  const [name, setName] = useState(file.preset ?? file.name.replace(/\.\w+$/, ''))
  const read = (next: Mapping) => change.mutate({ id: file.id, change: { mapping: next } })
  const rest = batch.files.filter(({ id, state }) => id !== file.id && state === 'needs_columns')
  const isPlaced = file.account !== null || file.new_account !== null
  const save = () =>
    change.mutate(
      {
        id: file.id,
        change: { mapping: shown, ...(name.trim() !== '' && { remember_as: name.trim() }) },
      },
      { onSuccess: () => (rest[0] ? onStep('columns', rest[0].id) : onStep('preview')) },
    )
  return (
    <>
      <div className={styles.content}>
        <div className={styles.dialect}>
          <b className={styles.fileName}>{file.name}</b>
          <DialectBar file={file} mapping={shown} onChange={read} />
        </div>
        <div className={styles.split}>
          <ColumnsTable file={file} mapping={shown} onChange={read} />
          <div className={styles.side}>
            {file.words.length > 0 && <WordsCard file={file} mapping={shown} onChange={read} />}
            <div className={styles.panel}>
              <Field label={text('imports_into_account')}>
                <AccountSelect importId={batch.id} file={file} isLarge />
              </Field>
              <Field label={text('imports_remember_as')} help={text('imports_remember_help')}>
                <TextInput
                  autoComplete="off"
                  maxLength={200}
                  value={name}
                  onChange={event => setName(event.target.value)}
                />
              </Field>
            </div>
            {file.state === 'unreadable' && file.message !== null && <Note tone="loss">{file.message}</Note>}
            {file.counts.problem > 0 && file.state !== 'needs_columns' && (
              <Note tone="warn">{text('imports_problems_out', { count: file.counts.problem })}</Note>
            )}
          </div>
        </div>
        <figure className={styles.lines}>
          <figcaption className={styles.quiet}>{text('imports_first_lines')}</figcaption>
          <ol>
            {file.first_lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their number.
              <li key={index} aria-current={index + 1 === shown.header_line ? 'true' : undefined}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </figure>
      </div>
      <footer className={styles.footer}>
        <Button onClick={() => onStep('files')}>{text('back')}</Button>
        {!isPlaced && <span className={styles.quiet}>{text('imports_need_account')}</span>}
        <Spacer />
        <Button variant="primary" isBusy={change.isPending} disabled={!isPlaced} onClick={save}>
          {rest[0] ? text('imports_next_file', { name: rest[0].name }) : text('imports_next_preview')}
        </Button>
      </footer>
    </>
  )
}
