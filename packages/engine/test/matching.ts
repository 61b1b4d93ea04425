import { type Book, isoOf } from '../src/index.ts'
import { EVENT } from '../src/posting/journal.ts'

/** What the disposals of a book took, in order: units and unit price of each piece (instrument currency). */
export function takenPieces(book: Book, lotCost: Float64Array): [units: number, unitCost: number][][] {
  const taken: [number, number][][] = []
  book.chronological.forEach(event => {
    if (book.events.kind[event] !== EVENT.close) return
    const pieces: [number, number][] = []
    for (
      let piece = book.events.pieceFrom[event] ?? 0;
      piece < (book.events.pieceTo[event] ?? 0);
      piece += 1
    ) {
      const lot = book.pieces.lot[piece] ?? 0
      pieces.push([book.pieces.units[piece] ?? 0, (lotCost[lot] ?? 0) / (book.lots.units[lot] ?? 1)])
    }
    taken.push(pieces)
  })
  return taken
}

/** Open lots of a position (by key): original date, units left, cost left. */
export function openLots(
  book: Book,
  key: string,
  lotCost: Float64Array,
): [on: string, units: number, cost: number][] {
  const position = book.positions.keys.indexOf(key)
  const left = new Map<number, number>()
  book.lots.position.forEach((owner, lot) => {
    if (owner === position) left.set(lot, 1)
  })
  book.pieces.lot.forEach((lot, piece) => {
    const share = left.get(lot)
    if (share !== undefined) left.set(lot, share - (book.pieces.share[piece] ?? 0))
  })
  return [...left]
    .filter(([, share]) => share > 1e-12)
    .map(([lot, share]): [string, number, number] => [
      isoOf(book.lots.day[lot] ?? 0),
      (book.lots.units[lot] ?? 0) * share,
      (lotCost[lot] ?? 0) * share,
    ])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
}
