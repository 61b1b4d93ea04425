import { useEffect } from 'react'
import { lazyChunk, useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { setToastRegion } from '../../lib/browser/toasts.ts'

export const toastRegion = lazyChunk(() => import('./toast-region.tsx'))

/** Toasts follow user actions, so their chunk loads after the first paint. */
export function LazyToastRegion() {
  const loaded = useLazyChunk(toastRegion)
  useEffect(() => {
    setToastRegion('awaited')
    return () => setToastRegion('none')
  }, [])
  return loaded && <loaded.ToastRegion />
}
