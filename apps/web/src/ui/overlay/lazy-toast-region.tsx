import { useEffect } from 'react'
import { lazyChunk, useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { setToastRegion } from '../../lib/browser/toasts.ts'

export const toastRegion = lazyChunk(() => import('./toast-region.tsx'))

/** Toasts mostly follow user actions: their chunk loads with the first use of the page, or with the first toast. */
export function LazyToastRegion() {
  const loaded = useLazyChunk(toastRegion)
  useEffect(() => {
    setToastRegion('awaited', () => void toastRegion.load())
    return () => setToastRegion('none')
  }, [])
  return loaded && <loaded.ToastRegion />
}
