import type { Translate } from '../i18n/i18n.ts'

/** Why there is no response: the device has no network, or the server does not answer. */
export function unreachableText(text: Translate): { title: string; note: string } {
  // `false` is certain; `true` only means that the device has some network.
  return navigator.onLine
    ? { title: text('server_unreachable_title'), note: text('server_unreachable_text') }
    : { title: text('offline_title'), note: text('offline_text') }
}
