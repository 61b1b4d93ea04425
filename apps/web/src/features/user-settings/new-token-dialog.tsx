import { contract } from 'virtual:contract'
import type { TokenScope } from '@plumbline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { type Translate, useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { Copyable } from '../../ui/display/copyable.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { DoneDialog } from '../../ui/overlay/done-dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './new-token-dialog.module.css'
import passwordStyles from './password-dialog.module.css'
import { tokensQuery } from './use-credentials.ts'
import type { SettingsFormProps } from './use-settings-form.ts'

const scopes: readonly TokenScope[] = ['read', 'read_write']
const lifetimes = ['7', '30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

interface Values {
  name: string
  scope: TokenScope
  lifetime: Lifetime
}

/** Creates a token and shows it once. */
export function NewTokenDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    defaultValues: { name: '', scope: 'read', lifetime: '90' },
    mode: 'onTouched',
  })
  const { register, formState, watch, setValue } = form
  const creating = useFormCall(form, {
    send: async values => {
      const body = {
        name: values.name.trim(),
        scope: values.scope,
        expires_in_days: values.lifetime === 'never' ? null : Number(values.lifetime),
      }
      return (await call(contract.auth.createApiToken, { body })).data
    },
    fields: ['name'],
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  if (creating.result !== undefined) return <TokenCreated frame={frame} token={creating.result.token} />
  return (
    <FormDialog
      {...frame}
      title={text('token_new')}
      submitLabel={text('token_create')}
      isBusy={creating.isBusy}
      error={creating.error}
      isEdited={formState.isDirty}
      onSubmit={creating.submit}
    >
      <Field label={text('token_name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
      </Field>
      <Field label={text('token_scope')}>
        <Select
          options={scopes.map(value => ({ value, label: text(`token_scope_${value}`) }))}
          value={watch('scope')}
          onChange={scope => setValue('scope', scope, { shouldDirty: true })}
        />
      </Field>
      <Field label={text('token_expires')}>
        <Select
          options={lifetimes.map(value => ({ value, label: lifetimeWords(value, text) }))}
          value={watch('lifetime')}
          onChange={lifetime => setValue('lifetime', lifetime, { shouldDirty: true })}
        />
      </Field>
      <p className={passwordStyles.note}>{text('token_end_note')}</p>
    </FormDialog>
  )
}

function lifetimeWords(lifetime: Lifetime, text: Translate): string {
  if (lifetime === 'never') return text('token_no_expiry')
  return lifetime === '365' ? text('token_for_a_year') : text('token_for_days', { count: lifetime })
}

function TokenCreated({ frame, token }: { frame: DialogFrame; token: string }) {
  const text = useText()
  return (
    <DoneDialog frame={frame} title={text('token_new')} isHeld>
      <div className={styles.made}>
        <Note tone="gain">{text('token_made')}</Note>
        <Copyable value={token} isKey label={text('token_value')} />
      </div>
    </DoneDialog>
  )
}
