import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import styles from './admin-list.module.css'

interface RowActionsProps {
  name: string
  onEdit: () => void
  onDelete?: (() => void) | undefined
}

/** The edit and delete buttons at the end of a row. */
export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  const text = useText()
  return (
    <span className={styles.actions}>
      <IconButton icon="edit" size="small" label={text('edit_named', { name })} onClick={onEdit} />
      {onDelete && (
        <IconButton icon="trash" size="small" label={text('delete_named', { name })} onClick={onDelete} />
      )}
    </span>
  )
}
