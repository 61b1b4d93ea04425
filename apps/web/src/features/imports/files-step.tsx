import { type DragEvent, useRef, useState } from 'react'
import { FamilyField } from '../../filter/family/family-field.tsx'
import { useFamilyId, useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Note } from '../../ui/display/note.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import { OpenSuggestedAccounts, SharedAccountSelect } from './account-select.tsx'
import { ArchiveStep } from './archive/archive-step.tsx'
import { isArchive } from './archive/use-archive-file.ts'
import { FileRow } from './file-row.tsx'
import styles from './imports.module.css'
import { shownRows } from './shown-rows.ts'
import type { Step } from './steps.ts'
import { UnfinishedImports } from './unfinished-imports.tsx'
import { type ImportBatch, useDiscard, useUpload } from './use-imports.ts'

interface FilesStepProps {
  batch: ImportBatch | null
  account: string | undefined
  onStarted: (id: string) => void
  onStep: (step: Step, file?: string) => void
  onClose: () => void
}

/** Uploads files by drop or file picker and lists them with format and target account. */
export function FilesStep({ batch, account, onStarted, onStep, onClose }: FilesStepProps) {
  const text = useText()
  const current = useFamilyId()
  const hasSeveral = useHasSeveralFamilies()
  const [chosen, setChosen] = useState('')
  const [isFamilyMissing, setIsFamilyMissing] = useState(false)
  const family = batch?.family.id ?? current ?? chosen
  const { upload, isReading, reading, refused } = useUpload({
    id: batch?.id,
    account,
    family: family || undefined,
    onStarted,
  })
  const [archive, setArchive] = useState<File | null>(null)
  /** Uploads statement files. An archive restores a whole family, so it opens its own step. */
  const addFiles = async (dropped: readonly File[]) => {
    const kinds = await Promise.all(dropped.map(isArchive))
    const statements = dropped.filter((_, index) => !kinds[index])
    setArchive(dropped.find((_, index) => kinds[index]) ?? null)
    const isMissing = hasSeveral && family === '' && statements.length > 0
    setIsFamilyMissing(isMissing)
    if (statements.length > 0 && !isMissing) upload(statements)
  }
  if (archive !== null)
    return <ArchiveStep file={archive} onBack={() => setArchive(null)} onClose={onClose} />
  const files = batch?.files ?? []
  const readable = files.filter(({ state }) => state !== 'unreadable')
  const unnamed = readable.filter(({ state }) => state === 'needs_columns')
  const isPlaced = readable.every(({ state }) => state !== 'needs_account')
  return (
    <>
      <div className={styles.content}>
        <FamilyField
          value={family}
          isFixed={batch !== null}
          error={isFamilyMissing && family === '' ? text('family_choose') : undefined}
          onChange={setChosen}
        />
        <DropZone onFiles={dropped => void addFiles(dropped)} isBusy={isReading} />
        {batch === null && !isReading && <UnfinishedImports />}
        {refused.map(words => (
          <Note key={words} tone="loss" isAlert>
            {words}
          </Note>
        ))}
        {reading !== null && (
          <p className={styles.reading} role="status">
            {text('imports_reading', { name: reading })}
          </p>
        )}
        {batch !== null && (
          <div className={styles.placing}>
            <SharedAccountSelect importId={batch.id} files={files} />
            {!isReading && <OpenSuggestedAccounts importId={batch.id} files={files} />}
          </div>
        )}
        {batch !== null && files.length > 0 && <FilesCard batch={batch} onStep={onStep} />}
        {readable.length > 0 && <Note tone="accent">{text('imports_taken_once')}</Note>}
      </div>
      <footer className={styles.footer}>
        <span className={styles.quiet}>
          {text(isPlaced || unnamed.length > 0 ? 'imports_nothing_written' : 'imports_need_account')}
        </span>
        <Spacer />
        {batch !== null && <DiscardButton importId={batch.id} onClose={onClose} />}
        <Button
          variant="primary"
          disabled={readable.length === 0 || isReading || (unnamed.length === 0 && !isPlaced)}
          onClick={() => (unnamed[0] ? onStep('columns', unnamed[0].id) : onStep('preview'))}
        >
          {unnamed.length > 0
            ? text('imports_next_columns', { count: unnamed.length })
            : text('imports_next_preview')}
        </Button>
      </footer>
    </>
  )
}

function FilesCard({ batch, onStep }: { batch: ImportBatch; onStep: FilesStepProps['onStep'] }) {
  const text = useText()
  const readable = batch.files.filter(({ state }) => state !== 'unreadable')
  const rows = readable.reduce((sum, file) => sum + shownRows(file), 0)
  return (
    <div className={styles.card}>
      <div className={classNames(styles.file, styles.head)} aria-hidden="true">
        <span />
        <span>{text('imports_file')}</span>
        <span>{text('imports_recognised')}</span>
        <span>{text('imports_into_account')}</span>
        <span className={styles.end}>{text('imports_rows_short')}</span>
        <span>{text('imports_from_to')}</span>
        <span />
      </div>
      <ul aria-label={text('imports_files_list')}>
        {batch.files.map(file => (
          <FileRow
            key={file.id}
            importId={batch.id}
            file={file}
            onColumns={() => onStep('columns', file.id)}
          />
        ))}
      </ul>
      <div className={styles.sum}>
        <b>{text('imports_to_import', { count: readable.length })}</b>
        <b>{text('imports_rows', { count: rows })}</b>
      </div>
    </div>
  )
}

function DiscardButton({ importId, onClose }: { importId: string; onClose: () => void }) {
  const text = useText()
  const discard = useDiscard(onClose)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {text('imports_discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={text('imports_discard_question')}
        confirmLabel={text('imports_discard')}
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate(importId)}
      >
        {text('imports_discard_note')}
      </ConfirmDialog>
    </>
  )
}

/** Accepts dropped files anywhere. The button serves keyboards and phones. */
function DropZone({ onFiles, isBusy }: { onFiles: (files: readonly File[]) => void; isBusy: boolean }) {
  const text = useText()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const passFiles = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !isBusy) onFiles(files)
  }
  const hover = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button.
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={event => hover(event, true)}
      onDragLeave={event => hover(event, false)}
      onDrop={event => {
        hover(event, false)
        passFiles(event.dataTransfer.files)
      }}
    >
      <Icon name="up" size={28} className={styles.arrow} />
      <div>
        <p className={styles.invite}>
          {text('imports_drop')}{' '}
          <button type="button" className={styles.link} onClick={() => input.current?.click()}>
            {text('imports_choose')}
          </button>
        </p>
        <p className={styles.quiet}>{text('imports_formats')}</p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text('imports_choose')}
        onChange={event => {
          passFiles(event.target.files)
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}
