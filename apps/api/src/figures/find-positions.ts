import type { Book } from '@plumbline/engine'

/**
 * Finds positions by the ids that people keep. An id is the root of the booking that opened the position, with a
 * part after a crossing of zero; when a booking that came in later has changed what opened it, the id stands for
 * the position that now holds that booking.
 *
 * @returns a place in the book for each id, in their order; -1 for what is not in the book.
 */
export function findPositions(book: Book, ids: readonly string[]): number[] {
  const { keys } = book.positions
  const places = new Map(keys.map((key, place) => [key, place]))
  const missing = ids.filter(id => !places.has(id)).map(rootOf)
  const holders = missing.length === 0 ? new Map<string, number[]>() : holdersOf(book, new Set(missing))
  return ids.map(id => places.get(id) ?? heldAt(holders.get(rootOf(id)), id !== rootOf(id)))
}

function rootOf(id: string): string {
  return id.replace(/\.\d+$/, '')
}

/** Of a booking that crossed zero the first position is the one it closed, the last the one it opened. */
function heldAt(places: number[] | undefined, isLaterPart: boolean): number {
  return (isLaterPart ? places?.at(-1) : places?.[0]) ?? -1
}

/** Positions of instruments by the bookings they hold. Cash holds the other side of nearly everything. */
function holdersOf({ events, positions, transactions }: Book, roots: ReadonlySet<string>) {
  const holders = new Map<string, number[]>()
  for (let event = 0; event < events.position.length; event += 1) {
    const root = transactions[events.transaction[event] ?? -1] ?? ''
    const place = events.position[event] ?? -1
    if (!roots.has(root) || (positions.instrument[place] ?? -1) < 0) continue
    const known = holders.get(root) ?? []
    holders.set(root, known.includes(place) ? known : [...known, place])
  }
  return holders
}
