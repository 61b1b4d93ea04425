import { useCallback, useSyncExternalStore } from 'react'

const phone = '(max-width: 599.98px)'
const narrow = '(max-width: 899.98px)'

function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [condition],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(condition).matches)
}

/** Whether the viewport is as narrow as a phone. Prefer style sheets where only the look differs. */
export function useIsPhone(): boolean {
  return useMedia(phone)
}

/** Whether the viewport is as narrow as a phone or a tablet held upright. */
export function useIsNarrow(): boolean {
  return useMedia(narrow)
}
