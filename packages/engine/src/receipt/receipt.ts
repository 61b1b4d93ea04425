import { type ReceiptCell, replayCells, type Sheet } from './sheet.ts'

/** How a figure came about: its lines, the last of which is the figure, from inputs to the result. */
export interface Receipt {
  /** The figure as lists and screens have it; null where it cannot be computed. */
  readonly value: number | null
  /** Empty where the figure cannot be computed. */
  readonly cells: readonly ReceiptCell[]
}

/** Computes a receipt once more from its inputs alone; null where it has no lines. */
export function replayReceipt({ cells }: Receipt): number | null {
  return cells.length === 0 ? null : replayCells(cells)
}

/** The lines of a sheet that its last one rests on, in their order: what was written and not used is left out. */
export function linesOf({ cells }: Sheet): ReceiptCell[] {
  const isUsed = new Uint8Array(cells.length)
  if (cells.length > 0) isUsed[cells.length - 1] = 1
  for (let place = cells.length - 1; place >= 0; place -= 1)
    if (isUsed[place] === 1) for (const { cell } of cells[place]?.terms ?? []) isUsed[cell] = 1
  const places = new Int32Array(cells.length)
  const kept: ReceiptCell[] = []
  cells.forEach((cell, place) => {
    if (isUsed[place] !== 1) return
    places[place] = kept.length
    const terms = cell.terms.map(term => ({ ...term, cell: places[term.cell] ?? 0 }))
    kept.push({ ...cell, terms })
  })
  return kept
}
