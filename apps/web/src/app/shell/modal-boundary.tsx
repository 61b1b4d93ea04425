import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { popups } from '../../ui/overlay/popup/popups.ts'
import { ScreenError } from '../screen-error.tsx'

/** Shows the error of a failed modal in a dialog of its own. */
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
  const loaded = useLazyChunk(popups)
  // The dialog itself is part of a lazy-loaded chunk. Without it the offline bar explains the failure.
  if (loaded === null) return null
  return (
    <loaded.Dialog {...frame} title={text('general_error')} width={400}>
      <ScreenError {...error} />
    </loaded.Dialog>
  )
}
