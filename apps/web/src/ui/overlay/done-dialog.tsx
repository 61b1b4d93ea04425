import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { Dialog, type DialogFrame, Spacer } from './dialog.tsx'

interface DoneDialogProps {
  frame: DialogFrame
  title: string
  /** What is shown is shown once, so that only its button closes it. */
  isHeld?: boolean
  children: ReactNode
}

/** Shows an outcome that only needs to be read. */
export function DoneDialog({ frame, title, isHeld = false, children }: DoneDialogProps) {
  const text = useText()
  return (
    <Dialog
      {...frame}
      title={title}
      isHeld={isHeld}
      footer={
        <>
          <Spacer />
          <Button variant="primary" onClick={frame.onClose}>
            {text('done')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
