import { roundParts } from '../../portfolio/round-parts.ts'
import { type Explanation, type ExplanationRow, type PartKey, partKeys } from './use-explanation.ts'

/** A row as it is printed: its parts add up to its total, and the rows to the total of the column. */
export interface PrintedRow {
  row: ExplanationRow
  total: number | null
  parts: Readonly<Record<PartKey, number | null>>
}

export interface Printed {
  total: number | null
  parts: Readonly<Record<PartKey, number | null>>
  rows: PrintedRow[]
}

/**
 * Cents that add up: the rows to the figure that is explained, and the parts of each to the row. What
 * rounding leaves over in a column is then at most a few cents, which its total takes from the rows.
 */
export function printedExplanation({ pnl_abs_total: total, parts, rows }: Explanation): Printed {
  const totals =
    total === null
      ? rows.map(row => row.pnl_abs_total)
      : roundParts(
          rows.map(row => row.pnl_abs_total),
          total,
        )
  const printedRows = rows.map((row, index): PrintedRow => {
    const printedTotal = totals[index] ?? null
    return { row, total: printedTotal, parts: printedParts(row.parts, printedTotal) }
  })
  return {
    total: total === null ? null : (roundParts([total], total)[0] ?? null),
    parts: printedParts(parts, total),
    rows: printedRows,
  }
}

type Parts = Readonly<Record<PartKey, number | null>>

function printedParts(parts: Parts, total: number | null): Parts {
  const values = partKeys.map(key => parts[key])
  const printed = total === null || values.every(value => value === null) ? values : roundParts(values, total)
  // Built from the list of these very keys.
  return Object.fromEntries(partKeys.map((key, index) => [key, printed[index] ?? null])) as Parts
}

/** Rows that stand together as one, so that what is in view still adds up. */
export interface FoldedRows {
  rows: PrintedRow[]
  /** How many stand behind the last row; none where all are shown. */
  folded: number
}

const shownRows = 12
/** Folding fewer than this would save no room. */
const leastFolded = 4

export const foldedKey = 'folded rows'

/** The largest moves, and the rest as one row. */
export function foldRows(rows: readonly PrintedRow[], isAll: boolean): FoldedRows {
  if (isAll || rows.length < shownRows + leastFolded) return { rows: [...rows], folded: 0 }
  const rest = rows.slice(shownRows)
  const [first] = rest
  if (first === undefined) return { rows: [...rows], folded: 0 }
  const sum = (values: readonly (number | null)[]) =>
    Math.round(values.reduce<number>((all, value) => all + (value ?? 0), 0) * 100) / 100
  const together: PrintedRow = {
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
      // Built from the list of these very keys.
    ) as Parts,
  }
  return { rows: [...rows.slice(0, shownRows), together], folded: rest.length }
}

/** Whether what is printed is exact: the rows add up to the total, to the cent. */
export function isExact({ total, rows }: Printed): boolean {
  if (total === null || rows.some(row => row.total === null)) return false
  const sum = rows.reduce((all, row) => all + Math.round((row.total ?? 0) * 100), 0)
  return sum === Math.round(total * 100)
}
