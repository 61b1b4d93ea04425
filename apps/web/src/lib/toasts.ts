import { Toast } from '@base-ui/react/toast'

export const undoForMs = 10_000
const plainForMs = 5_000

export type ToastTone = 'plain' | 'success' | 'error'

/** What the toast region draws beside the text. */
export interface ToastData {
  tone: ToastTone
  undo?: { run: () => void; until: number }
}

export const toastManager = Toast.createToastManager<ToastData>()

/** Says that something happened, without asking for anything. */
export function showToast(text: string, tone: ToastTone = 'plain'): void {
  toastManager.add({
    title: text,
    timeout: plainForMs,
    // An error interrupts a screen reader, anything else waits for its turn.
    priority: tone === 'error' ? 'high' : 'low',
    data: { tone },
  })
}

/**
 * Says that something was deleted and offers it back. The time runs on the server too, so it does not
 * stand still while the pointer rests on the toast: the region closes it when it is over.
 */
export function showUndo(text: string, undo: () => void): void {
  const id = toastManager.add({
    title: text,
    timeout: 0,
    data: {
      tone: 'plain',
      undo: {
        until: Date.now() + undoForMs,
        run: () => {
          toastManager.close(id)
          undo()
        },
      },
    },
  })
}
