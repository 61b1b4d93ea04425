import { roundTable } from '../../lib/format/format.ts'
import { replyDecimals, roundAmount, roundToTotal, roundWithRest } from '../../portfolio/round-parts.ts'
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
  decimals: number
}

/**
 * Rounds so that the rows add up to the explained figure, the parts of each row to the row, and every column to its
 * total.
 */
export function roundExplanation(explanation: Explanation): RoundedExplanation {
  const decimals = replyDecimals(explanation.basis)
  const total = roundAmount(explanation.pnl_abs_total, decimals)
  const rows = explanation.rows
  const totals = roundToTotal(
    rows.map(row => row.pnl_abs_total),
    total,
    decimals,
  )
  const columns = roundColumns(explanation.parts, total, decimals)
  const cells = roundTable(
    rows.map(row => partKeys.map(key => row.parts[key])),
    totals,
    columns,
    decimals,
  )
  return {
    total,
    parts: toParts(columns),
    rows: rows.map((row, index) => ({
      row,
      total: totals[index] ?? null,
      parts: toParts(cells[index] ?? []),
    })),
    decimals,
  }
}

/** The price effect takes the rest. */
function roundColumns(parts: Explanation['parts'], total: number | null, decimals: number) {
  const keys = [...partKeys.filter(key => key !== 'price'), 'price' as const]
  const rounded = roundWithRest(
    keys.map(key => parts[key]),
    total,
    decimals,
  )
  return partKeys.map(key => rounded[keys.indexOf(key)] ?? null)
}

type Parts = Readonly<Record<PartKey, number | null>>

function toParts(values: readonly (number | null)[]): Parts {
  // fromEntries loses the key type; partKeys has every key.
  return Object.fromEntries(partKeys.map((key, index) => [key, values[index] ?? null])) as Parts
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
export function foldRows(
  { rows, decimals }: Pick<RoundedExplanation, 'rows' | 'decimals'>,
  isAll: boolean,
): FoldedRows {
  if (isAll || rows.length < shownRows + minFolded) return { rows: [...rows], folded: 0 }
  const rest = rows.slice(shownRows)
  const [first] = rest
  if (first === undefined) return { rows: [...rows], folded: 0 }
  const sum = (values: readonly (number | null)[]) =>
    roundAmount(
      values.reduce<number>((all, value) => all + (value ?? 0), 0),
      decimals,
    )
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

/** Whether the rounded rows add up to the total. */
export function isExact({ total, rows, decimals }: RoundedExplanation): boolean {
  if (total === null || rows.some(row => row.total === null)) return false
  const sum = rows.reduce((all, row) => all + (row.total ?? 0), 0)
  return roundAmount(sum, decimals) === total
}
