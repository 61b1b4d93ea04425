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
import { ArchiveStep } from './archive-step.tsx'
import { FileRow } from './file-row.tsx'
import styles from './imports.module.css'
import type { Step } from './steps.ts'
import { isArchive } from './use-archive-file.ts'
import { type ImportBatch, useDiscard, useUpload } from './use-imports.ts'

interface FilesStepProps {
  batch: ImportBatch | null
  account: string | undefined
  onBegun: (id: string) => void
  onStep: (step: Step, file?: string) => void
  onClose: () => void
}

/** Files are dropped or picked; each says what it was taken for and where it goes. */
export function FilesStep({ batch, account, onBegun, onStep, onClose }: FilesStepProps) {
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
    onBegun,
  })
  const discard = useDiscard(onClose)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [archive, setArchive] = useState<File | null>(null)
  /** An archive is a family of its own, not a statement: it is looked at first, and the other files are read. */
  const take = async (given: readonly File[]) => {
    const kinds = await Promise.all(given.map(isArchive))
    const statements = given.filter((_, index) => !kinds[index])
    setArchive(given.find((_, index) => kinds[index]) ?? null)
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
  const rows = readable.reduce((sum, file) => sum + file.rows_count, 0)
  return (
    <>
      <div className={styles.content}>
        <FamilyField
          value={family}
          isFixed={batch !== null}
          error={isFamilyMissing && family === '' ? text('family_choose') : undefined}
          onChange={setChosen}
        />
        <DropZone onFiles={given => void take(given)} isBusy={isReading} />
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
        {batch !== null && files.length > 0 && (
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
              {files.map(file => (
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
        )}
        {readable.length > 0 && <Note tone="accent">{text('imports_taken_once')}</Note>}
      </div>
      <footer className={styles.footer}>
        <span className={styles.quiet}>
          {text(isPlaced || unnamed.length > 0 ? 'imports_nothing_written' : 'imports_need_account')}
        </span>
        <Spacer />
        {batch !== null && (
          <Button variant="quiet" onClick={() => setIsDiscarding(true)}>
            {text('imports_discard')}
          </Button>
        )}
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
      {batch !== null && (
        <ConfirmDialog
          isOpen={isDiscarding}
          onClose={() => setIsDiscarding(false)}
          title={text('imports_discard_question')}
          confirmLabel={text('imports_discard')}
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate(batch.id)}
        >
          {text('imports_discard_note')}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The whole of it can be dropped on; the button in it is for keys and phones. */
function DropZone({ onFiles, isBusy }: { onFiles: (files: readonly File[]) => void; isBusy: boolean }) {
  const text = useText()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const give = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !isBusy) onFiles(files)
  }
  const hover = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to do what the button does.
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={event => hover(event, true)}
      onDragLeave={event => hover(event, false)}
      onDrop={event => {
        hover(event, false)
        give(event.dataTransfer.files)
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
          give(event.target.files)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
