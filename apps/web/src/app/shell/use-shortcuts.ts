import { useEffect } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { leaveSafely } from '../../lib/browser/unsaved-guard.ts'

/** The keyboard shortcuts of every screen. Single letters do nothing while typing. */
export function useShortcuts(): void {
  const { open } = useModal()
  useEffect(() => {
    const actions: Record<string, () => void> = {
      '?': () => void open({ kind: 'keyboard' }),
      h: togglePrivacy,
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // The search shortcut also works inside fields and modals.
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        leaveSafely(() => void open({ kind: 'search' }))
        return
      }
      const action = actions[event.key]
      if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
}

function isTaken({ defaultPrevented, target }: KeyboardEvent): boolean {
  const taken = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'
  return defaultPrevented || (target instanceof Element && target.closest(taken) !== null)
}
