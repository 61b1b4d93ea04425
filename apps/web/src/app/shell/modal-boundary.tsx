import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Dialog, type DialogFrame } from '../../ui/dialog.tsx'
import { ScreenError } from '../screen-error.tsx'

/** A modal that failed says so in a dialog of its own, which closes like any other. */
export function ModalBoundary({ frame, children }: { frame: DialogFrame; children: ReactNode }) {
  const text = useText()
  return (
    <CatchBoundary
      getResetKey={() => 'modal'}
      errorComponent={props => (
        <Dialog {...frame} title={text('general_error')} width={400}>
          <ScreenError {...props} />
        </Dialog>
      )}
    >
      {children}
    </CatchBoundary>
  )
}
