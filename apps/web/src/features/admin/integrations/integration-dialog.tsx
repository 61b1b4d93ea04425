import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChange, useAdminChanged } from '../use-admin-change.ts'
import { type Integration, integrationActions, runsQuery } from './use-integrations.ts'

const tones = {
  success: 'gain',
  no_data: 'plain',
  partial: 'warn',
  failed: 'loss',
  refused: 'loss',
  late: 'loss',
} as const

/** One data source: its last error, name, key and runs. */
export function IntegrationDialog({ source, frame }: { source: Integration; frame: DialogFrame }) {
  const text = useText()
  const changed = useAdminChanged()
  const form = useForm({ defaultValues: { name: source.name, secret: '' }, mode: 'onTouched' })
  const { register, formState } = form
  const saving = useFormCall(form, {
    send: ({ name, secret }) =>
      integrationActions.change({ id: source.id, name: name.trim(), ...(secret !== '' && { secret }) }),
    fields: ['name', 'secret'],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  const pausing = useAdminChange(integrationActions.change, { onSuccess: frame.onClose })
  return (
    <FormDialog
      {...frame}
      title={source.name}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        <Button
          variant="quiet"
          isBusy={pausing.isPending}
          onClick={() => pausing.mutate({ id: source.id, is_paused: !source.is_paused })}
        >
          {text(source.is_paused ? 'source_go_on' : 'source_pause')}
        </Button>
      }
    >
      {source.message !== null && <Note tone={source.icon === -1 ? 'loss' : 'warn'}>{source.message}</Note>}
      {source.missing !== null && <Note tone="warn">{source.missing}</Note>}
      {!source.can_run && source.kind !== 'files' && <Note>{text('source_not_set_up')}</Note>}
      <div className={styles.after}>
        <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
          <TextInput autoComplete="off" {...register('name', { validate: nameProblem })} />
        </Field>
      </div>
      {source.provider !== null && source.kind !== 'files' && (
        <div className={styles.after}>
          <Field
            label={text('source_key')}
            help={source.has_secret ? text('source_has_key') : text('source_key_note')}
            error={fieldErrorText(formState.errors.secret, text)}
          >
            <TextInput type="password" autoComplete="off" maxLength={4096} {...register('secret')} />
          </Field>
        </div>
      )}
      <Runs id={source.id} />
    </FormDialog>
  )
}

function Runs({ id }: { id: string }) {
  const text = useText()
  const format = useFormat()
  const runs = useQuery(runsQuery(id))
  return (
    <section className={styles.after} aria-label={text('source_runs')}>
      <h3 className={styles.legend}>{text('source_runs')}</h3>
      <QuerySection query={runs} skeleton={<SkeletonRows rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.quiet}>{text('source_no_runs')}</p>
          ) : (
            <ul className={styles.runs}>
              {data.map(run => (
                <li key={run.id}>
                  <span>{format.moment(new Date(run.started_at))}</span>
                  <Tag tone={run.status === null ? 'accent' : tones[run.status]}>
                    {run.status === null ? text('source_running') : text(`source_status_${run.status}`)}
                  </Tag>
                  <span className={styles.quiet}>
                    {run.message ?? text('source_run_rows', { count: run.rows_count })}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QuerySection>
    </section>
  )
}
