import { useEffect } from 'react'
import { laterPart, useLater } from '../lib/later-part.ts'
import { noteToastRegion } from '../lib/toasts.ts'

export const toastRegion = laterPart(() => import('./toast-region.tsx'))

/** Toasts come after something was done, so their code comes after the first look. */
export function ToastPlace() {
  const part = useLater(toastRegion)
  useEffect(() => {
    noteToastRegion('awaited')
    return () => noteToastRegion('none')
  }, [])
  return part && <part.ToastRegion />
}
