import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Draft } from './entries.ts'
import styles from './manual-assets.module.css'

/** How an entry changes when the asset is saved. */
export function EntryState({ state }: { state: Draft<unknown>['state'] }) {
  const text = useText()
  if (state === 'kept') return null
  if (state === 'voided') return <Tag tone="loss">{text('assets_entry_voided')}</Tag>
  return <Tag tone="accent">{text(state === 'new' ? 'assets_entry_new' : 'assets_entry_changed')}</Tag>
}

interface EntryActionsProps<One> {
  draft: One
  onEdit: () => void
  onChange: (draft: One) => void
  /** Removes an entry that was never posted. */
  onDrop: () => void
}

export function EntryActions<One extends Draft<{ date: string }>>({
  draft,
  onEdit,
  onChange,
  onDrop,
}: EntryActionsProps<One>) {
  const text = useText()
  const format = useFormat()
  const date = format.date(draft.body.date)
  if (draft.state === 'voided') {
    return (
      <IconButton
        icon="undo"
        size="small"
        label={text('assets_entry_keep', { date })}
        onClick={() => onChange({ ...draft, state: 'kept' })}
      />
    )
  }
  return (
    <span className={styles.actions}>
      <IconButton icon="edit" size="small" label={text('assets_entry_edit', { date })} onClick={onEdit} />
      <IconButton
        icon="trash"
        size="small"
        label={text('assets_entry_void', { date })}
        onClick={() => (draft.rootId === null ? onDrop() : onChange({ ...draft, state: 'voided' }))}
      />
    </span>
  )
}
