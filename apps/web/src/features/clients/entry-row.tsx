import { useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { type ClientEntry, useChangeEntry, useRemoveEntry } from '../../portfolio/clients/client-tasks.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import styles from './client-modal.module.css'

/** A task with its check box, or a note. */
export function EntryRow({ entry, onEdit }: { entry: ClientEntry; onEdit: () => void }) {
  const text = useText()
  const format = useFormat()
  const change = useChangeEntry()
  const remove = useRemoveEntry()
  const [isAsking, setIsAsking] = useState(false)
  const isDone = entry.done_at !== null
  const facts = [
    entry.due_date !== null && text('clients_due', { date: format.date(entry.due_date) }),
    entry.assignee?.name,
    entry.done_at !== null &&
      text('clients_done_by', {
        name: entry.done_by ?? '–',
        date: format.localDate(new Date(entry.done_at)),
      }),
    entry.kind === 'note' && `${entry.created_by ?? '–'}, ${format.localDate(new Date(entry.created_at))}`,
  ].filter(fact => typeof fact === 'string')
  return (
    <li className={styles.row}>
      {entry.kind === 'task' && (
        <Checkbox
          label={text('clients_task_done', { name: entry.text })}
          isLabelHidden
          checked={isDone}
          disabled={change.isPending}
          onChange={() => change.mutate({ id: entry.id, change: { is_done: !isDone } })}
        />
      )}
      <span className={styles.words}>
        <span className={classNames(styles.text, isDone && styles.done)}>{entry.text}</span>
        {facts.length > 0 && (
          <span className={classNames(styles.quiet, entry.is_overdue && styles.overdue)}>
            {facts.join(' · ')}
          </span>
        )}
      </span>
      <IconButton
        icon="edit"
        size="small"
        label={text('edit_named', { name: entry.text })}
        onClick={onEdit}
      />
      <IconButton
        icon="trash"
        size="small"
        label={text('clients_entry_delete', { name: entry.text })}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={text('clients_delete_question', { name: entry.text })}
        confirmLabel={text('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(entry.id, { onSettled: () => setIsAsking(false) })}
      >
        {text('clients_entry_delete_note')}
      </ConfirmDialog>
    </li>
  )
}
