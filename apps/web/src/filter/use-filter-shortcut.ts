import { type RefObject, useEffect, useRef } from 'react'

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** `/` focuses the filter, except while typing. */
export function useFilterShortcut<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target instanceof Element && event.target.closest(typing) !== null)
      if (event.key !== '/' || isTaken) return
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('button:not(:disabled):not([tabindex="-1"])')?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return bar
}
