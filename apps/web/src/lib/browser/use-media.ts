import { useSyncExternalStore } from 'react'

const phone = '(max-width: 599.98px)'

function subscribeToPhone(listener: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the viewport is as narrow as a phone. Prefer style sheets where only the look differs. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribeToPhone, () => window.matchMedia(phone).matches)
}
