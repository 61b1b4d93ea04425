import { findTexts, type PortfolioSnapshot } from '@plumbline/engine'

/**
 * Finds positions by their stored ids. An id is the root of the transaction that opened the position, with a suffix after
 * a crossing of zero. If a later transaction has changed which one opens the position, the id stands for the position
 * that now contains that transaction.
 *
 * @returns the index in the snapshot of each id, in order; -1 for one that the snapshot lacks.
 */
export function findPositions(snapshot: PortfolioSnapshot, ids: readonly string[]): number[] {
  const { keys } = snapshot.positions
  const indexes = new Map(keys.map((key, index) => [key, index]))
  const missing = ids.filter(id => !indexes.has(id)).map(rootId)
  const holders = missing.length === 0 ? new Map<string, number[]>() : listHolders(snapshot, new Set(missing))
  return ids.map(id => indexes.get(id) ?? chooseHolder(holders.get(rootId(id)), id !== rootId(id)))
}

function rootId(id: string): string {
  return id.replace(/\.\d+$/, '')
}

/** A transaction that crossed zero closed the first of its positions and opened the last. */
function chooseHolder(positions: number[] | undefined, isLaterPart: boolean): number {
  return (isLaterPart ? positions?.at(-1) : positions?.[0]) ?? -1
}

/** Positions by their transactions. Cash is left out, since it contains the other leg of most transactions. */
function listHolders({ events, positions, transactions }: PortfolioSnapshot, roots: ReadonlySet<string>) {
  const holders = new Map<string, number[]>()
  const rootAt = new Map([...findTexts(transactions, roots)].map(([root, place]) => [place, root]))
  for (let event = 0; event < events.position.length; event += 1) {
    const root = rootAt.get(events.transaction[event] ?? -1)
    const position = events.position[event] ?? -1
    if (root === undefined || (positions.instrument[position] ?? -1) < 0) continue
    const known = holders.get(root) ?? []
    holders.set(root, known.includes(position) ? known : [...known, position])
  }
  return holders
}
