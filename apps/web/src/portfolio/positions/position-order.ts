import { createStore } from '../../lib/browser/store.ts'

/**
 * The ids of the list that a position was opened from, in display order, for the previous and next buttons of
 * its details. Lists set it when a row is opened.
 */
export const positionOrder = createStore<readonly string[]>([])

/** The previous and next position; null at the ends, and when the position was not opened from a list. */
export function findNeighbours(
  order: readonly string[],
  id: string,
): { before: string | null; after: string | null } {
  const at = order.indexOf(id)
  if (at === -1) return { before: null, after: null }
  return { before: order[at - 1] ?? null, after: order[at + 1] ?? null }
}
