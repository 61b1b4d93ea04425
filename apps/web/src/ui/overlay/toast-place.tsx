import { useEffect } from 'react'
import { laterPart, useLater } from '../../lib/browser/later-part.ts'
import { noteToastRegion } from '../../lib/browser/toasts.ts'

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
