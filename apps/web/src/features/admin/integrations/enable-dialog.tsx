import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Note } from '../../../ui/display/note.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChange } from '../use-admin-change.ts'
import { integrationActions, providersQuery } from './use-integrations.ts'

/** Enables a provider of prices or rates, with a key if it needs one. */
export function EnableDialog({ frame }: { frame: DialogFrame }) {
  const text = useText()
  const providers = useQuery(providersQuery)
  const offered = (providers.data?.data ?? []).filter(
    ({ is_enabled: isEnabled, may_enable: mayEnable }) => mayEnable && !isEnabled,
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const [secret, setSecret] = useState('')
  const provider = offered.find(({ id }) => id === chosen) ?? offered[0]
  const enabling = useAdminChange(integrationActions.enable, {
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      showToast(text('source_enabled', { name: data.name }), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('source_enable')}
      submitLabel={provider ? text('source_enable_named', { name: provider.name }) : text('source_enable')}
      isBusy={enabling.isPending}
      isDisabled={provider === undefined}
      error={enabling.error}
      isEdited={secret !== ''}
      onSubmit={event => {
        event.preventDefault()
        if (provider) enabling.mutate({ provider: provider.id, ...(secret !== '' && { secret }) })
      }}
    >
      {providers.data && offered.length === 0 && <Note>{text('source_enable_none')}</Note>}
      {provider && (
        <>
          <Field label={text('source_provider')} help={text('source_enable_note')}>
            <Select
              value={provider.id}
              onChange={setChosen}
              options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <div className={styles.after}>
            <Field label={text('source_key_optional')} help={text('source_key_note')}>
              <TextInput
                type="password"
                autoComplete="off"
                maxLength={4096}
                value={secret}
                onChange={event => setSecret(event.target.value)}
              />
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  )
}
