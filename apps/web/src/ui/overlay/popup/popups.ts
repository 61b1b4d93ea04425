import { lazyChunk } from '../../../lib/browser/lazy-chunk.ts'

/**
 * Menus, popovers, dialogs and tooltips. Their positioning, focus and keyboard code is a large share of the
 * bundle and no figure needs it, so pages render without it and load it when they are used.
 */
export const popups = lazyChunk(() =>
  import('./popup-chunk.ts').then(({ popupComponents }) => popupComponents),
)
