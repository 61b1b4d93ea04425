export const undoForMs = 10_000

export type ToastTone = 'plain' | 'success' | 'error'

export interface ToastToShow {
  text: string
  tone: ToastTone
  /** Offers to undo the action until this time, in milliseconds. */
  undo?: { run: () => void; until: number }
  /** Closes with the next toast that offers an undo: after another change this one can no longer be undone. */
  isUndoneOnlyLast?: boolean
}

type Show = (toast: ToastToShow) => void

let region: Show | 'awaited' | 'none' = 'none'
let waiting: ToastToShow[] = []
let load: () => void = () => undefined

/**
 * The toast region is a lazy-loaded chunk. Toasts shown while it is loading are queued; toasts on pages
 * without one, such as the login, are dropped.
 */
export function setToastRegion(now: typeof region, loadRegion?: () => void): void {
  load = loadRegion ?? load
  if (now === 'awaited' && typeof region === 'function') return
  region = now
  const held = waiting
  waiting = []
  if (typeof region === 'function') for (const toast of held) region(toast)
}

function show(toast: ToastToShow): void {
  if (typeof region === 'function') region(toast)
  else if (region === 'awaited') {
    waiting.push(toast)
    load()
  }
}

/** Shows a message without an action. */
export function showToast(text: string, tone: ToastTone = 'plain'): void {
  show({ text, tone })
}

/**
 * Shows that something was deleted and offers to undo it. The server enforces the deadline, so hovering the
 * toast does not pause it.
 */
export function showUndo(text: string, undo: () => void): void {
  show({ text, tone: 'plain', undo: { run: undo, until: Date.now() + undoForMs } })
}

/** Shows that something was saved and offers to undo it, until the next change. */
export function showSaved(text: string, undo: () => void): void {
  show({ text, tone: 'success', undo: { run: undo, until: Date.now() + undoForMs }, isUndoneOnlyLast: true })
}
