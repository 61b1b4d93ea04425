import { type ReactNode, useState } from 'react'
import { Button } from '../display/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DeleteButtonProps {
  label: string
  /** A short question: 'Delete Hedges?'. */
  question: string
  /** What will change and what stays. */
  children: ReactNode
  isBusy: boolean
  onDelete: () => void
}

/** A button that asks before it deletes. */
export function DeleteButton({ label, question, children, isBusy, onDelete }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={question}
        confirmLabel={label}
        isBusy={isBusy}
        onConfirm={onDelete}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
