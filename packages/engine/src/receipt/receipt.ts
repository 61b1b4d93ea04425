import { groupLongSums } from './group-sums.ts'
import { type ReceiptCell, replayCells, type Sheet } from './sheet.ts'
import { simplifyCells } from './simplify.ts'

/** The computation of a figure: its cells from the inputs to the result, which is the last cell. */
export interface Receipt {
  /** The figure as lists and screens show it; null when it cannot be computed. */
  readonly value: number | null
  /** Empty when the figure cannot be computed. */
  readonly cells: readonly ReceiptCell[]
}

/** Recomputes a receipt from its inputs alone, in the unit of its last cell; null without cells. */
export function replayReceipt({ cells }: Receipt): number | null {
  return cells.length === 0 ? null : replayCells(cells)
}

/** The cells of a sheet that its last cell depends on, in their order, in the form that is easiest to read. */
export function usedCells({ cells }: Sheet): ReceiptCell[] {
  return groupLongSums(keepUsed(simplifyCells(keepUsed(cells))))
}

/** Drops the cells that the last cell does not depend on. */
function keepUsed(cells: readonly ReceiptCell[]): ReceiptCell[] {
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
