import type { Template } from '@plumbline/contract'
import { type FormEvent, useId, useState } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../ui/overlay/dialog.tsx'
import { useChoices } from '../use-choices.ts'
import { useFilter } from '../use-filter.ts'
import styles from './template-menu.module.css'
import {
  useChangeTemplate,
  useRemoveTemplate,
  useSaveTemplate,
  useTemplates,
  useTemplatesChanged,
} from './use-templates.ts'

interface TemplatesDialogProps extends DialogFrame {
  /** Saves the current filter under a name, or renames, deletes and sets the default of saved ones. */
  isSaving: boolean
}

export function TemplatesDialog({ isSaving, ...frame }: TemplatesDialogProps) {
  return isSaving ? <SaveDialog {...frame} /> : <ManageDialog {...frame} />
}

function SaveDialog(frame: DialogFrame) {
  const text = useText()
  const formId = useId()
  const { filter } = useFilter()
  const { choose } = useChoices()
  const save = useSaveTemplate()
  const [name, setName] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate(
      { name: name.trim(), filter },
      {
        onSuccess: ({ id }) => {
          if (isDefault) choose({ defaultTemplate: id })
          frame.onClose()
        },
      },
    )
  }
  return (
    <Dialog
      {...frame}
      width={400}
      title={text('template_save_title')}
      isEdited={name !== ''}
      footer={
        <>
          <Spacer />
          <Button onClick={frame.onClose}>{text('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={name.trim() === ''}
            isBusy={save.isPending}
          >
            {text('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <Field label={text('template_name')}>
          <TextInput value={name} maxLength={200} onChange={event => setName(event.target.value)} />
        </Field>
        <Checkbox
          label={text('template_use_at_sign_in')}
          checked={isDefault}
          onChange={event => setIsDefault(event.target.checked)}
        />
        {save.error && (
          <Note tone="loss" isAlert>
            {errorText(save.error, text)}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

function ManageDialog(frame: DialogFrame) {
  const text = useText()
  const templates = useTemplates()
  const [removed, setRemoved] = useState<Template | null>(null)
  const remove = useRemoveTemplate()
  const { choices, choose } = useChoices()
  return (
    <Dialog {...frame} width={540} title={text('templates')}>
      {templates.length === 0 && <p className={styles.quiet}>{text('template_none')}</p>}
      <ul className={styles.list}>
        {templates.map(template => (
          <TemplateRow
            key={template.id}
            template={template}
            isDefault={template.id === choices.defaultTemplate}
            onDefault={isDefault => choose({ defaultTemplate: isDefault ? template.id : null })}
            onRemove={() => setRemoved(template)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={text('template_delete_question', { name: removed?.name ?? '' })}
        confirmLabel={text('delete')}
        isBusy={remove.isPending}
        onConfirm={() => {
          if (removed === null) return
          if (removed.id === choices.defaultTemplate) choose({ defaultTemplate: null })
          remove.mutate(removed.id, { onSettled: () => setRemoved(null) })
        }}
      >
        {text('template_delete_note')}
      </ConfirmDialog>
    </Dialog>
  )
}

interface TemplateRowProps {
  template: Template
  isDefault: boolean
  onDefault: (isDefault: boolean) => void
  onRemove: () => void
}

function TemplateRow({ template, isDefault, onDefault, onRemove }: TemplateRowProps) {
  const text = useText()
  const { filter } = useFilter()
  const change = useChangeTemplate()
  const reload = useTemplatesChanged()
  const [name, setName] = useState<string | null>(null)
  const [isReplacing, setIsReplacing] = useState(false)
  const rename = (event: FormEvent) => {
    event.preventDefault()
    const next = name?.trim() ?? ''
    if (next === '' || next === template.name) setName(null)
    else
      change.mutate(
        { id: template.id, version: template.version, name: next },
        { onSuccess: () => setName(null) },
      )
  }
  return (
    <li>
      <div className={styles.row}>
        {name === null ? (
          <span className={styles.words}>{template.name}</span>
        ) : (
          <form className={styles.words} onSubmit={rename}>
            <TextInput
              size="small"
              autoFocus
              value={name}
              maxLength={200}
              aria-label={text('template_name')}
              onChange={event => setName(event.target.value)}
            />
          </form>
        )}
        <IconButton
          icon="star"
          label={text('template_use_at_sign_in')}
          isOn={isDefault}
          onClick={() => onDefault(!isDefault)}
        />
        <IconButton
          icon="edit"
          label={text('template_rename', { name: template.name })}
          onClick={() => setName(name === null ? template.name : null)}
        />
        <IconButton
          icon="filter"
          label={text('template_replace', { name: template.name })}
          onClick={() => setIsReplacing(true)}
        />
        <IconButton
          icon="trash"
          label={text('template_delete', { name: template.name })}
          onClick={onRemove}
        />
      </div>
      <ConfirmDialog
        isOpen={isReplacing}
        onClose={() => setIsReplacing(false)}
        title={text('template_replace_question', { name: template.name })}
        confirmLabel={text('template_overwrite')}
        safeLabel={text('cancel')}
        isBusy={change.isPending}
        onConfirm={() =>
          change.mutate(
            { id: template.id, version: template.version, filter },
            {
              onSuccess: () => showToast(text('template_replaced', { name: template.name }), 'success'),
              onSettled: () => setIsReplacing(false),
            },
          )
        }
      >
        {text('template_replace_note')}
      </ConfirmDialog>
      {change.error && (
        <Note tone="loss" isAlert>
          {errorText(change.error, text)}{' '}
          {hasCode(change.error, 'conflict') && (
            <Button size="small" onClick={() => void reload().then(() => change.reset())}>
              {text('reload')}
            </Button>
          )}
        </Note>
      )}
    </li>
  )
}
