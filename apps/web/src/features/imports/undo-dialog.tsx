import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useUndo } from './use-imports.ts'

interface UndoDialogProps {
  isOpen: boolean
  importId: string
  count: number
  onClose: () => void
  onClosed?: () => void
}

/** Confirms undoing a whole import. */
export function UndoDialog({ isOpen, importId, count, onClose, onClosed }: UndoDialogProps) {
  const text = useText()
  const format = useFormat()
  const undo = useUndo(onClose)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title={text('imports_undo_question')}
      confirmLabel={text('imports_undo')}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate(importId)}
    >
      {text('imports_undo_note', { count: format.count(count) })}
    </ConfirmDialog>
  )
}
