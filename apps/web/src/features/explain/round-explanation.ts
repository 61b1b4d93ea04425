import { roundParts } from '../../portfolio/round-parts.ts'
import { type Explanation, type ExplanationRow, type PartKey, partKeys } from './use-explanation.ts'

/** A rounded row. Its parts add up to its total, and the rows to the column totals. */
export interface RoundedRow {
  row: ExplanationRow
  total: number | null
  parts: Readonly<Record<PartKey, number | null>>
}

export interface RoundedExplanation {
  total: number | null
  parts: Readonly<Record<PartKey, number | null>>
  rows: RoundedRow[]
}

/**
 * Rounds so that the rows add up to the explained figure, and the parts of each row to the row. Column totals
 * are the sums of the rounded rows, so they may differ from the exact total by a few cents.
 */
export function roundExplanation({ pnl_abs_total: total, parts, rows }: Explanation): RoundedExplanation {
  const totals =
    total === null
      ? rows.map(row => row.pnl_abs_total)
      : roundParts(
          rows.map(row => row.pnl_abs_total),
          total,
        )
  const roundedRows = rows.map((row, index): RoundedRow => {
    const printedTotal = totals[index] ?? null
    return { row, total: printedTotal, parts: roundRowParts(row.parts, printedTotal) }
  })
  return {
    total: total === null ? null : (roundParts([total], total)[0] ?? null),
    parts: roundRowParts(parts, total),
    rows: roundedRows,
  }
}

type Parts = Readonly<Record<PartKey, number | null>>

function roundRowParts(parts: Parts, total: number | null): Parts {
  const values = partKeys.map(key => parts[key])
  const rounded = total === null || values.every(value => value === null) ? values : roundParts(values, total)
  // fromEntries loses the key type; partKeys has every key.
  return Object.fromEntries(partKeys.map((key, index) => [key, rounded[index] ?? null])) as Parts
}

/** Rows with the smallest merged into one, so that the visible rows still add up. */
export interface FoldedRows {
  rows: RoundedRow[]
  /** The number of merged rows. Zero when all are shown. */
  folded: number
}

const shownRows = 12
/** Merging fewer rows saves no space. */
const minFolded = 4

export const foldedKey = 'folded rows'

/** The largest rows, with the rest merged into one. */
export function foldRows(rows: readonly RoundedRow[], isAll: boolean): FoldedRows {
  if (isAll || rows.length < shownRows + minFolded) return { rows: [...rows], folded: 0 }
  const rest = rows.slice(shownRows)
  const [first] = rest
  if (first === undefined) return { rows: [...rows], folded: 0 }
  const sum = (values: readonly (number | null)[]) =>
    Math.round(values.reduce<number>((all, value) => all + (value ?? 0), 0) * 100) / 100
  const merged: RoundedRow = {
    row: {
      ...first.row,
      key: foldedKey,
      name: '',
      position_id: null,
      is_cash: false,
      move_rel: null,
      flags: [],
    },
    total: sum(rest.map(row => row.total)),
    parts: Object.fromEntries(
      partKeys.map(key => [key, sum(rest.map(row => row.parts[key]))]),
      // fromEntries loses the key type; partKeys has every key.
    ) as Parts,
  }
  return { rows: [...rows.slice(0, shownRows), merged], folded: rest.length }
}

/** Whether the rounded rows add up to the total to the cent. */
export function isExact({ total, rows }: RoundedExplanation): boolean {
  if (total === null || rows.some(row => row.total === null)) return false
  const sum = rows.reduce((all, row) => all + Math.round((row.total ?? 0) * 100), 0)
  return sum === Math.round(total * 100)
}
