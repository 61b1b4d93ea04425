import { useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { integrationActions } from '../integrations/use-integrations.ts'
import { useAdminChange } from '../use-admin-change.ts'

/** Uploads prices or rates as a file. An invalid line is reported and nothing is written. */
export function UploadPricesDialog({ frame }: { frame: DialogFrame }) {
  const text = useText()
  const [file, setFile] = useState<File | null>(null)
  const sending = useAdminChange(integrationActions.upload, {
    // The form shows the error.
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      showToast(text('source_uploaded', { rows: data.rows_count, changed: data.changed_count }), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('source_upload')}
      submitLabel={text('source_upload')}
      isBusy={sending.isPending}
      isDisabled={file === null}
      error={sending.error}
      onSubmit={event => {
        event.preventDefault()
        if (file) sending.mutate(file)
      }}
    >
      <Field label={text('source_file')} help={text('source_upload_note')}>
        <TextInput
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={event => {
            sending.reset()
            setFile(event.target.files?.[0] ?? null)
          }}
        />
      </Field>
    </FormDialog>
  )
}
