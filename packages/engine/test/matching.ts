import { type PortfolioSnapshot, toIsoDate } from '../src/index.ts'
import { EVENT } from '../src/posting/journal.ts'

/** The lot pieces that each disposal of a snapshot consumed, in order: units and unit cost in the instrument's currency. */
export function takenPieces(
  snapshot: PortfolioSnapshot,
  lotCost: Float64Array,
): [units: number, unitCost: number][][] {
  const taken: [number, number][][] = []
  snapshot.chronological.forEach(event => {
    if (snapshot.events.kind[event] !== EVENT.close) return
    const pieces: [number, number][] = []
    for (
      let piece = snapshot.events.pieceFrom[event] ?? 0;
      piece < (snapshot.events.pieceTo[event] ?? 0);
      piece += 1
    ) {
      const lot = snapshot.pieces.lot[piece] ?? 0
      pieces.push([snapshot.pieces.units[piece] ?? 0, (lotCost[lot] ?? 0) / (snapshot.lots.units[lot] ?? 1)])
    }
    taken.push(pieces)
  })
  return taken
}

/** Open lots of a position by its key: original date, remaining units, remaining cost. */
export function openLots(
  snapshot: PortfolioSnapshot,
  key: string,
  lotCost: Float64Array,
): [on: string, units: number, cost: number][] {
  const position = snapshot.positions.keys.indexOf(key)
  const left = new Map<number, number>()
  snapshot.lots.position.forEach((owner, lot) => {
    if (owner === position) left.set(lot, 1)
  })
  for (const event of snapshot.chronological) {
    // Pieces of other positions' events only say which lots were disposed of.
    if (snapshot.events.position[event] !== position) continue
    const last = snapshot.events.pieceTo[event] ?? 0
    for (let piece = snapshot.events.pieceFrom[event] ?? 0; piece < last; piece += 1) {
      const lot = snapshot.pieces.lot[piece] ?? -1
      const share = left.get(lot)
      if (share !== undefined) left.set(lot, share - (snapshot.pieces.share[piece] ?? 0))
    }
  }
  return [...left]
    .filter(([, share]) => share > 1e-12)
    .map(([lot, share]): [string, number, number] => [
      toIsoDate(snapshot.lots.day[lot] ?? 0),
      (snapshot.lots.units[lot] ?? 0) * share,
      (lotCost[lot] ?? 0) * share,
    ])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
}
