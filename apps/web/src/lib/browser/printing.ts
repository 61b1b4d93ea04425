import { createStore, useStore } from './store.ts'

const printing = createStore(false)

export const isPrinting = printing.get
export const subscribeToPrinting = printing.subscribe

/**
 * Tracks whether the page is being printed. Style sheets handle most of it; this is for the theme and for virtualised
 * content such as long tables. Returns a function that stops tracking.
 */
export function watchPrint(): () => void {
  const media = window.matchMedia('print')
  const follow = () => printing.set(media.matches)
  const begin = () => printing.set(true)
  const end = () => printing.set(false)
  media.addEventListener('change', follow)
  // Some browsers do not switch the media query before laying out the pages.
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
