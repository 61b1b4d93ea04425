import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLater } from '../../lib/browser/later-part.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { popups } from '../../ui/overlay/popups.ts'
import { ScreenError } from '../screen-error.tsx'

/** A modal that failed says so in a dialog of its own, which closes like any other. */
export function ModalBoundary({ frame, children }: { frame: DialogFrame; children: ReactNode }) {
  return (
    <CatchBoundary
      getResetKey={() => 'modal'}
      errorComponent={props => <FailedModal frame={frame} {...props} />}
    >
      {children}
    </CatchBoundary>
  )
}

function FailedModal({ frame, ...error }: ErrorComponentProps & { frame: DialogFrame }) {
  const text = useText()
  const parts = useLater(popups)
  // Without them not even a dialog can be drawn: the bar about the connection says why.
  if (parts === null) return null
  return (
    <parts.Dialog {...frame} title={text('general_error')} width={400}>
      <ScreenError {...error} />
    </parts.Dialog>
  )
}
