import type { ModalKind, ModalOf } from '../../lib/browser/modals.ts'
import type { DialogFrame } from './dialog.tsx'

/** The props of every modal: its descriptor, and the open state of its Dialog. */
export interface ModalProps<Kind extends ModalKind> {
  modal: ModalOf<Kind>
  frame: DialogFrame
}
