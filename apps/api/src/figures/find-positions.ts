import type { PortfolioSnapshot } from '@plumbline/engine'

/**
 * Finds positions by the ids that people keep. An id is the root of the transaction that opened the position, with a
 * part after a crossing of zero; when a transaction that came in later has changed what opened it, the id stands for
 * the position that now holds that transaction.
 *
 * @returns a place in the snapshot for each id, in their order; -1 for what is not in the snapshot.
 */
export function findPositions(snapshot: PortfolioSnapshot, ids: readonly string[]): number[] {
  const { keys } = snapshot.positions
  const places = new Map(keys.map((key, place) => [key, place]))
  const missing = ids.filter(id => !places.has(id)).map(rootOf)
  const holders = missing.length === 0 ? new Map<string, number[]>() : holdersOf(snapshot, new Set(missing))
  return ids.map(id => places.get(id) ?? heldAt(holders.get(rootOf(id)), id !== rootOf(id)))
}

function rootOf(id: string): string {
  return id.replace(/\.\d+$/, '')
}

/** Of a transaction that crossed zero the first position is the one it closed, the last the one it opened. */
function heldAt(places: number[] | undefined, isLaterPart: boolean): number {
  return (isLaterPart ? places?.at(-1) : places?.[0]) ?? -1
}

/** Positions of instruments by the transactions they hold. Cash holds the other side of nearly everything. */
function holdersOf({ events, positions, transactions }: PortfolioSnapshot, roots: ReadonlySet<string>) {
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
