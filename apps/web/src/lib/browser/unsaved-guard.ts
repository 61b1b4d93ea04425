import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What the user is asked: to lose what was entered, or to stay. */
export interface LeaveQuestion {
  leave: () => void
  stay: () => void
}

type Ask = (question: LeaveQuestion) => void

/** Those that hold entered values, the innermost last. */
const guards: { ask: Ask }[] = []

/** Leaves at once where nothing was entered, else after a question. */
export function leaveSafely(leave: () => void): void {
  const guard = guards.at(-1)
  if (guard === undefined) leave()
  else guard.ask({ leave, stay: () => undefined })
}

/**
 * Asks before entered values are lost by Back, Forward or a shortcut. Of reloading and closing the browser asks itself.
 * Saving navigates too, so navigation by the app itself is free.
 */
export function useUnsavedGuard(isEdited: boolean, ask: Ask): void {
  // Without a router, as in tests of a single control, there is nothing to go back to.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!isEdited) return
    const guard = { ask: (question: LeaveQuestion) => latest.current(question) }
    guards.push(guard)
    const unblock = router?.history.block({
      enableBeforeUnload: true,
      // True keeps the user on the page.
      blockerFn: ({ action }: { action: string }) =>
        action === 'PUSH' || action === 'REPLACE' || guards.at(-1) !== guard
          ? false
          : new Promise(resolve => guard.ask({ leave: () => resolve(false), stay: () => resolve(true) })),
    })
    return () => {
      guards.splice(guards.indexOf(guard), 1)
      unblock?.()
    }
  }, [isEdited, router])
}
