import { contract } from 'virtual:contract'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { showToast } from '../lib/browser/toasts.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole } from '../lib/session/user-settings.ts'
import { Note } from '../ui/display/note.tsx'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Segmented } from '../ui/form/segmented.tsx'
import { TextArea, TextInput } from '../ui/form/text-input.tsx'
import { FormNotes } from '../ui/layout/form-card.tsx'
import type { DialogFrame } from '../ui/overlay/dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import styles from './upload-table-dialog.module.css'

interface UploadTableDialogProps {
  /** The security that the prices are of, where it is known. */
  security?: { id: string; name: string } | undefined
  frame: DialogFrame
}

const pastedName = 'pasted.csv'
const acceptedFiles = '.csv,.txt,.tsv,.xml,.zip,.xlsx,.xls,.ods,text/csv,text/plain,text/xml,application/zip'

/** Uploads or pastes a table of prices or rates. With a bad line nothing is written, and every bad line is listed. */
export function UploadTableDialog({ security, frame }: UploadTableDialogProps) {
  const text = useText()
  const [from, setFrom] = useState<'file' | 'table'>('file')
  const [file, setFile] = useState<File | null>(null)
  const [table, setTable] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const isAdmin = useHasRole('admin')
  const sending = useUpload(frame.onClose)
  const instrument = security?.id ?? chosen
  const given = from === 'file' ? file : table.trim() === '' ? null : new File([table], pastedName)
  return (
    <FormDialog
      {...frame}
      title={security ? text('upload_prices_of', { name: security.name }) : text('upload_title')}
      submitLabel={text(security ? 'source_upload' : 'upload_send')}
      isBusy={sending.isPending}
      isDisabled={given === null}
      isEdited={table !== ''}
      onSubmit={event => {
        event.preventDefault()
        if (given) sending.mutate({ file: given, instrument })
      }}
    >
      {sending.error !== null && <Problems error={sending.error} />}
      <Segmented
        label={text('upload_from')}
        segments={[
          { value: 'file', label: text('upload_from_file') },
          { value: 'table', label: text('upload_from_table') },
        ]}
        value={from}
        onChange={next => {
          sending.reset()
          setFrom(next)
        }}
      />
      <div className={styles.part}>
        {from === 'file' ? (
          <Field label={text('source_file')} help={text('upload_shapes')}>
            <TextInput
              type="file"
              accept={acceptedFiles}
              onChange={event => {
                sending.reset()
                setFile(event.target.files?.[0] ?? null)
              }}
            />
          </Field>
        ) : (
          <Field label={text('upload_table')} help={text('upload_shapes')}>
            <TextArea
              rows={8}
              spellCheck={false}
              value={table}
              onChange={event => {
                sending.reset()
                setTable(event.target.value)
              }}
            />
          </Field>
        )}
      </div>
      {security === undefined && isAdmin && (
        <div className={styles.part}>
          <SecurityField value={chosen} onChange={setChosen} error={fieldError(sending.error)} />
        </div>
      )}
    </FormDialog>
  )
}

/** The error about the security, which its field shows. */
function fieldError(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields.instrument : undefined
}

function useUpload(onDone: () => void) {
  const text = useText()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, instrument }: { file: File; instrument: string | null }) =>
      call(contract.integrations.upload, {
        query: { name: file.name, ...(instrument !== null && { instrument }) },
        file,
      }),
    // The form shows the error.
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      const { rows_count: rows, changed_count: changed, empty_count: empty, derived_count: derived } = data
      const words = [
        text('upload_done', { rows, changed }),
        ...(empty > 0 ? [text('upload_empty', { count: empty })] : []),
        ...(derived > 0 ? [text('upload_derived', { count: derived })] : []),
      ]
      showToast(words.join(' '), 'success')
      void queryClient.invalidateQueries()
      onDone()
    },
  })
}

/** Everything that is wrong with the file, line by line. */
function Problems({ error }: { error: unknown }) {
  const text = useText()
  const messages =
    error instanceof ApiError && error.messages.length > 0 ? error.messages : [text('general_error')]
  return (
    <FormNotes>
      <Note tone="loss" isAlert>
        <ul className={styles.problems}>
          {messages.map(message => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Note>
    </FormNotes>
  )
}

function securitiesQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'instruments', 'choices', q],
    queryFn: ({ signal }) =>
      call(contract.instruments.list, { query: { limit: 50, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  })
}

interface SecurityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}

/** Chooses the security of a file that does not name it. */
function SecurityField({ value, onChange, error }: SecurityFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const found = useQuery(securitiesQuery(typed.slice(0, 60)))
  const options = (found.data?.data ?? []).map(({ id, name, isin, currency }) => ({
    value: id,
    label: name,
    note: [isin, currency].filter(Boolean).join(', '),
  }))
  return (
    <Field label={text('upload_security')} help={text('upload_security_note')} error={error}>
      <Combobox
        options={options}
        value={value}
        onChange={onChange}
        onSearch={setTyped}
        isSearching={found.isFetching}
      />
    </Field>
  )
}
