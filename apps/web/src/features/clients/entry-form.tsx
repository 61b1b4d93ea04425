import { contract } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useEditedVersion } from '../../lib/api/edited-version.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { type ClientEntry, useClientsChanged } from '../../portfolio/clients/client-tasks.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { staffQuery } from './use-clients.ts'

/** A task or note to add, or one to change. */
export interface OpenEntry {
  kind: ClientEntry['kind']
  entry: ClientEntry | null
}

interface EntryFormProps {
  family: string
  open: OpenEntry
  frame: DialogFrame
}

const nobody = ''

/** Adds or changes a task or a note. A new task is assigned to its author. */
export function EntryForm({ family, open: { kind, entry }, frame }: EntryFormProps) {
  const text = useText()
  const staff = useQuery(staffQuery(family))
  const own = staff.data?.find(({ is_you }) => is_you)?.id ?? nobody
  const changed = useClientsChanged()
  const form = useForm({ defaultValues: toValues(entry), mode: 'onTouched' })
  const edited = useEditedVersion(form, entry, toValues, changed)
  const { register, watch, setValue, formState } = form
  const isTask = kind === 'task'
  const isNew = entry === null
  const assignee = watch('assignee') ?? (isNew ? own : nobody)
  const saving = useFormCall(form, {
    send: values => {
      const fields = {
        text: values.text.trim(),
        ...(isTask && {
          assignee: assignee === nobody ? null : assignee,
          due_date: values.due_date === '' ? null : values.due_date,
        }),
      }
      return entry === null
        ? call(contract.clients.addEntry, { body: { family, kind, ...fields } })
        : call(contract.clients.changeEntry, {
            params: { id: entry.id },
            body: { ...fields, version: edited.version },
          })
    },
    reload: edited.reload,
    fields: ['text', 'assignee', 'due_date'],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text(
        isNew
          ? isTask
            ? 'clients_task_add'
            : 'clients_note_add'
          : isTask
            ? 'clients_task'
            : 'clients_note_one',
      )}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
    >
      <Field
        label={text(isTask ? 'clients_task' : 'clients_note_one')}
        error={fieldErrorText(formState.errors.text, text)}
      >
        <TextArea
          maxLength={5000}
          {...register('text', {
            validate: (value: string) => value.trim() !== '' || 'clients_text_missing',
          })}
        />
      </Field>
      {isTask && (
        <FieldPair>
          <Field label={text('clients_assignee')} error={fieldErrorText(formState.errors.assignee, text)}>
            <Select
              options={[
                { value: nobody, label: text('clients_nobody') },
                ...(staff.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={assignee}
              onChange={chosen => setValue('assignee', chosen, { shouldDirty: true })}
            />
          </Field>
          <Field label={text('clients_due_date')} error={fieldErrorText(formState.errors.due_date, text)}>
            <DateInput {...register('due_date', { validate: checkDate })} />
          </Field>
        </FieldPair>
      )}
    </FormDialog>
  )
}

interface Values {
  text: string
  /** Null until chosen. */
  assignee: string | null
  due_date: string
}

function toValues(entry: ClientEntry | null): Values {
  return {
    text: entry?.text ?? '',
    assignee: entry === null ? null : (entry.assignee?.id ?? nobody),
    due_date: entry?.due_date ?? '',
  }
}
