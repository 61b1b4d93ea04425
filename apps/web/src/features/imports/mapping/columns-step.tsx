import { useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Spacer } from '../../../ui/overlay/dialog.tsx'
import { AccountSelect } from '../account-select.tsx'
import styles from '../imports.module.css'
import { OutcomeCard } from '../preview/outcome-card.tsx'
import type { Step } from '../steps.ts'
import { type ImportBatch, type ImportFile, type Mapping, useChangeFile } from '../use-imports.ts'
import cards from './mapping.module.css'
import { MappingSheet } from './mapping-sheet.tsx'
import { TableSelect } from './table-select.tsx'
import { ValuesCard } from './values-card.tsx'
import { WordsCard } from './words-card.tsx'

interface ColumnsStepProps {
  batch: ImportBatch
  fileId: string | undefined
  onStep: (step: Step, file?: string) => void
}

/** Maps the columns of a table that no preset matches, or corrects a saved layout. */
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
  const save = (onSaved: () => void) =>
    change.mutate(
      {
        id: file.id,
        change: { mapping: shown, ...(name.trim() !== '' && { remember_as: name.trim() }) },
      },
      { onSuccess: onSaved },
    )
  const parts = { file, mapping: shown, onChange: read }
  return (
    <>
      <div className={styles.content}>
        <div className={cards.title}>
          <b>{file.name}</b>
          {file.state === 'needs_columns' && <Tag tone="warn">{text('imports_unknown_csv')}</Tag>}
          <TableSelect {...parts} />
        </div>
        <div className={cards.title}>
          <h3>{text('imports_columns_title')}</h3>
          <span className={styles.quiet}>{text('imports_columns_note')}</span>
        </div>
        <MappingSheet {...parts} />
        <div className={cards.three}>
          <WordsCard {...parts} />
          <ValuesCard {...parts} />
          <div className={styles.side}>
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
            {file.outcome && <OutcomeCard outcome={file.outcome} />}
          </div>
        </div>
        <FirstLines file={file} headerLine={shown.header_line} />
      </div>
      <ColumnsFooter
        file={file}
        next={rest[0]}
        isBusy={change.isPending}
        canSave={name.trim() !== ''}
        onBack={() => onStep('files')}
        onSave={() => save(() => showToast(text('imports_layout_saved'), 'success'))}
        onNext={() => save(() => (rest[0] ? onStep('columns', rest[0].id) : onStep('preview')))}
      />
    </>
  )
}

function FirstLines({ file, headerLine }: { file: ImportFile; headerLine: number }) {
  const text = useText()
  return (
    <details className={styles.lines}>
      <summary className={styles.quiet}>{text('imports_first_lines')}</summary>
      <ol>
        {file.first_lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their number.
          <li key={index} aria-current={index + 1 === headerLine ? 'true' : undefined}>
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </details>
  )
}

interface ColumnsFooterProps {
  file: ImportFile
  next: ImportFile | undefined
  isBusy: boolean
  canSave: boolean
  onBack: () => void
  onSave: () => void
  onNext: () => void
}

function ColumnsFooter({ file, next, isBusy, canSave, onBack, onSave, onNext }: ColumnsFooterProps) {
  const text = useText()
  const format = useFormat()
  const isPlaced = file.account !== null || file.new_account !== null
  const { outcome } = file
  const problems = outcome?.problems.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <footer className={styles.footer}>
      <Button onClick={onBack}>{text('back')}</Button>
      <span className={styles.quiet}>
        {!isPlaced
          ? text('imports_need_account')
          : outcome &&
            text('imports_outcome_sum', {
              ready: format.count(outcome.ready_count),
              skipped: format.count(outcome.skipped_count),
              problems: format.count(problems),
              all: format.count(outcome.rows_count),
            })}
      </span>
      <Spacer />
      <Button disabled={!canSave || isBusy} onClick={onSave}>
        {text('imports_save_layout')}
      </Button>
      <Button variant="primary" isBusy={isBusy} disabled={!isPlaced} onClick={onNext}>
        {next
          ? text('imports_next_file', { name: next.name })
          : text('imports_preview_rows', { count: outcome?.ready_count ?? 0 })}
      </Button>
    </footer>
  )
}
