import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { useSavedFix } from '../coverage/undo-fix.ts'

interface DeleteDialogProps {
  title: string
  note: string
  /** Deletes the value. Returns what restores it. */
  remove: () => Promise<() => Promise<unknown>>
  frame: DialogFrame
}

/** Deletes an entered value, with an undo. The server asks first where the net asset value changes by much. */
export function DeleteDialog({ title, note, remove, frame }: DeleteDialogProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const showSavedFix = useSavedFix()
  const deleting = useMutation({
    mutationFn: remove,
    onSuccess: undo => {
      showSavedFix(text('entered_deleted'), undo)
      frame.onClose()
    },
    onSettled: () => void queryClient.invalidateQueries(),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={title}
      confirmLabel={text('price_drop')}
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
    >
      {note}
    </ConfirmDialog>
  )
}
