import { type ComponentType, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { type ModalDescriptor, type ModalKind, useModal } from '../../lib/modals.ts'
import type { DialogFrame } from '../../ui/dialog.tsx'
import type { ModalProps } from '../../ui/modal-props.ts'
import { ModalBoundary } from './modal-boundary.tsx'

/** One line per modal. Its code is loaded when it is first opened. */
const modals: { [Kind in ModalKind]: ComponentType<ModalProps<Kind>> } = {
  keyboard: lazyPart(() => import('./keyboard-modal.tsx').then(part => part.KeyboardModal)),
  'sign-out': lazyPart(() => import('./sign-out-modal.tsx').then(part => part.SignOutModal)),
}

/** Shows the modal that the address asks for, and keeps it until it has left the screen. */
export function ModalHost() {
  const { current, close } = useModal()
  const wanted = current !== null && isKnown(current.kind) ? { kind: current.kind, ...current.fields } : null
  const key = wanted === null ? null : JSON.stringify(wanted)
  const [shown, setShown] = useState<{ key: string; modal: ModalDescriptor } | null>(null)
  useEffect(() => {
    // The kind is known and the fields are texts, as in every descriptor; a modal checks what they say.
    if (key !== null) setShown({ key, modal: JSON.parse(key) as ModalDescriptor })
  }, [key])
  if (shown === null) return null
  // The table above pairs each kind with its component, which a lookup by a variable kind cannot say.
  const Modal = modals[shown.modal.kind] as ComponentType<{ modal: ModalDescriptor; frame: DialogFrame }>
  const frame: DialogFrame = {
    isOpen: shown.key === key,
    onClose: () => void close(),
    onClosed: () => setShown(null),
  }
  return (
    <ModalBoundary key={shown.key} frame={frame}>
      <Modal modal={shown.modal} frame={frame} />
    </ModalBoundary>
  )
}

function isKnown(kind: string): kind is ModalKind {
  return Object.hasOwn(modals, kind)
}
