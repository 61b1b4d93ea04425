import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Select } from '../../ui/form/select.tsx'
import { WorkBar } from '../../ui/layout/work-bar.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import styles from './statements.module.css'
import { addStatement, applyImport, type StatementImport, statementsQuery } from './use-clients.ts'

/** A file that no family took: its account is unknown, or it cannot be read. */
interface OpenFile {
  file: File
  accounts: readonly string[]
  problem: string | null
}

/** Imports statements of several clients: each file goes to the client that has its account. */
export function StatementsModal({ modal, frame }: ModalProps<'statements'>) {
  const text = useText()
  const queryClient = useQueryClient()
  const { change } = useModal()
  // The URL holds the batch once it exists, so that Back returns to it from the preview of one client.
  const [newBatch] = useState(() => crypto.randomUUID())
  const batch = modal.batch ?? newBatch
  const hasFiles = modal.batch !== undefined
  const [open, setOpen] = useState<readonly OpenFile[]>([])
  const query = useQuery(statementsQuery(batch, hasFiles))
  const imports = query.data ?? []
  const adding = useMutation({
    mutationFn: async ({ files, family }: { files: readonly File[]; family?: string }) => {
      for (const file of files) {
        setOpen(before => before.filter(each => each.file !== file))
        const left = await sendFile(batch, file, family, error => errorText(error, text))
        if (left === null) await change({ batch })
        else setOpen(before => [...before, left])
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['clients', 'statements', batch] }),
  })
  const ready = imports.filter(
    ({ status, is_ready }) => is_ready && (status === 'open' || status === 'failed'),
  )
  const applying = useMutation({
    mutationFn: async () => {
      for (const { id } of ready) await applyImport(id)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['clients'] }),
  })
  const isWorking = applying.isPending || imports.some(({ status }) => status === 'applying')
  const applied = imports.filter(({ status }) => status === 'applied').length
  return (
    <Dialog
      {...frame}
      width={820}
      isFullOnPhone
      title={text('clients_import_title')}
      footer={
        <>
          <span className={styles.quiet}>{text('clients_import_note')}</span>
          <Spacer />
          <Button onClick={frame.onClose}>{text('close')}</Button>
          <Button
            variant="primary"
            isBusy={isWorking}
            disabled={ready.length === 0 || adding.isPending}
            onClick={() => applying.mutate()}
          >
            {text('clients_import_apply', { count: ready.length })}
          </Button>
        </>
      }
    >
      <FileChooser isBusy={adding.isPending} onFiles={files => adding.mutate({ files })} />
      {isWorking && imports.length > 0 && (
        <WorkBar isWide label={text('clients_import_title')} progress={applied / imports.length} />
      )}
      {open.length > 0 && (
        <UnplacedFiles
          files={open}
          isBusy={adding.isPending}
          onFamily={(file, family) => adding.mutate({ files: [file], family })}
          onRemove={file => setOpen(before => before.filter(each => each.file !== file))}
        />
      )}
      {imports.length > 0 && (
        <ul className={styles.list} aria-label={text('clients_import_title')}>
          {imports.map(each => (
            <ImportRow key={each.id} found={each} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Null if families took the file. */
async function sendFile(
  batch: string,
  file: File,
  family: string | undefined,
  describe: (error: unknown) => string,
): Promise<OpenFile | null> {
  try {
    const { unplaced } = await addStatement(batch, file, family)
    return unplaced.length === 0 ? null : { file, accounts: unplaced, problem: null }
  } catch (error) {
    return { file, accounts: [], problem: describe(error) }
  }
}

function FileChooser({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: readonly File[]) => void }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button.
    <div
      className={styles.drop}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        if (!isBusy) onFiles([...event.dataTransfer.files])
      }}
    >
      <p>{text('clients_import_drop')}</p>
      <Button icon="plus" isBusy={isBusy} onClick={() => input.current?.click()}>
        {text('clients_import_choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text('clients_import_choose')}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface UnplacedFilesProps {
  files: readonly OpenFile[]
  isBusy: boolean
  onFamily: (file: File, family: string) => void
  onRemove: (file: File) => void
}

function UnplacedFiles({ files, isBusy, onFamily, onRemove }: UnplacedFilesProps) {
  const text = useText()
  const { families } = useSettingsData().lists
  return (
    <ul className={styles.list} aria-label={text('clients_import_unplaced')}>
      {files.map(({ file, accounts, problem }) => (
        <li key={`${file.name}/${file.size}/${file.lastModified}`} className={styles.row}>
          <Icon name="alert" size={14} className={styles.warn} />
          <span className={styles.words}>
            <b>{file.name}</b>
            <span className={styles.quiet}>
              {problem ?? text('clients_import_unknown', { accounts: accounts.join(', ') })}
            </span>
          </span>
          {problem === null && (
            <span className={styles.family}>
              <Select
                size="small"
                label={text('clients_import_family', { name: file.name })}
                options={families.map(({ id, name }) => ({ value: id, label: name }))}
                value={null}
                placeholder={text('family_choose')}
                isDisabled={isBusy}
                onChange={family => onFamily(file, family)}
              />
            </span>
          )}
          <Button variant="quiet" size="small" onClick={() => onRemove(file)}>
            {text('remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const tones = {
  applied: 'gain',
  failed: 'loss',
  undone: 'plain',
  open: 'accent',
  applying: 'accent',
} as const

/** The import of one client. What is not ready is completed in its own preview. */
function ImportRow({ found }: { found: StatementImport }) {
  const text = useText()
  const { open } = useModal()
  const { counts, status, is_ready, files, family } = found
  const isOpen = status === 'open' || status === 'failed'
  const rows = text('clients_import_rows', {
    new: counts.new ?? 0,
    duplicate: counts.duplicate ?? 0,
    problem: counts.problem ?? 0,
  })
  return (
    <li className={styles.row}>
      <Icon name={is_ready ? 'check' : 'alert'} size={14} className={is_ready ? styles.fine : styles.warn} />
      <span className={styles.words}>
        <b>{family.name}</b>
        <span className={styles.quiet}>
          {files.map(({ name, account }) => (account ? `${name} → ${account.name}` : name)).join(', ')}
        </span>
        <span className={styles.quiet}>{is_ready || !isOpen ? rows : text('clients_import_incomplete')}</span>
      </span>
      <Tag tone={tones[status]}>{text(`clients_import_${status}`)}</Tag>
      <Button
        variant="quiet"
        size="small"
        onClick={() =>
          void open({ kind: 'import', id: found.id, ...(isOpen && { step: is_ready ? 'preview' : 'files' }) })
        }
      >
        {text(isOpen ? 'clients_import_review' : 'clients_import_show')}
      </Button>
    </li>
  )
}
