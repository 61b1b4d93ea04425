export const undoForMs = 10_000

export type ToastTone = 'plain' | 'success' | 'error'

export interface ToastToShow {
  text: string
  tone: ToastTone
  /** Offers back what was done, until the moment given in milliseconds. */
  undo?: { run: () => void; until: number }
}

type Show = (toast: ToastToShow) => void

let region: Show | 'awaited' | 'none' = 'none'
let waiting: ToastToShow[] = []

/**
 * Where toasts appear is code that comes after the first look. What is said before it is there waits for it;
 * what is said where none is expected, as before signing in, is not said later.
 */
export function noteToastRegion(now: typeof region): void {
  if (now === 'awaited' && typeof region === 'function') return
  region = now
  const held = waiting
  waiting = []
  if (typeof region === 'function') for (const toast of held) region(toast)
}

function show(toast: ToastToShow): void {
  if (typeof region === 'function') region(toast)
  else if (region === 'awaited') waiting.push(toast)
}

/** Says that something happened, without asking for anything. */
export function showToast(text: string, tone: ToastTone = 'plain'): void {
  show({ text, tone })
}

/**
 * Says that something was deleted and offers it back. The time runs on the server too, so it does not
 * stand still while the pointer rests on the toast: the region closes it when it is over.
 */
export function showUndo(text: string, undo: () => void): void {
  show({ text, tone: 'plain', undo: { run: undo, until: Date.now() + undoForMs } })
}
