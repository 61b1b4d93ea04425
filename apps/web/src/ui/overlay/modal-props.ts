import type { ModalKind, ModalOf } from '../../lib/browser/modals.ts'
import type { DialogFrame } from './dialog.tsx'

/** What the modal host gives every modal: what it is about, and what its Dialog needs. */
export interface ModalProps<Kind extends ModalKind> {
  modal: ModalOf<Kind>
  frame: DialogFrame
}
