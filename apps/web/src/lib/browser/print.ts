import { createStore, useStore } from './store.ts'

const printing = createStore(false)

export const isPrinting = printing.get
export const subscribeToPrinting = printing.subscribe

/**
 * Follows whether the page is being printed. Most of it is a matter for style sheets; this is for the theme
 * and for what draws only a part of itself on a screen, such as long tables.
 */
export function watchPrint(): () => void {
  const media = window.matchMedia('print')
  const follow = () => printing.set(media.matches)
  const begin = () => printing.set(true)
  const end = () => printing.set(false)
  media.addEventListener('change', follow)
  // Not every browser changes the medium before it lays out the paper.
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', follow)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

export function useIsPrinting(): boolean {
  return useStore(printing)
}
