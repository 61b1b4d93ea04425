import { createStore } from '../lib/browser/store.ts'

/**
 * The ids of the list that a position was opened from, in its order: its details lead from one to the next.
 * Whoever shows a list puts it here when a row is opened.
 */
export const positionOrder = createStore<readonly string[]>([])

/** The position before and after one; null at the ends, and where it was not opened from a list. */
export function neighboursOf(
  order: readonly string[],
  id: string,
): { before: string | null; after: string | null } {
  const at = order.indexOf(id)
  if (at === -1) return { before: null, after: null }
  return { before: order[at - 1] ?? null, after: order[at + 1] ?? null }
}
