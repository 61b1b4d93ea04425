import { laterPart } from '../../lib/browser/later-part.ts'

/**
 * What opens over a page. Its places, focus and keys are a large share of the code, and no figure waits for
 * them: the page is drawn without, and its buttons learn to open when the code is there.
 */
export const popups = laterPart(() => import('./popup-parts.ts').then(({ parts }) => parts))
