import type { CsvRecord } from '../csv/table/records.ts'
import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'

/** A table of a file: a sheet of a workbook, a table of a page, or a whole text file. */
export interface SourceTable {
  readonly name: string
  readonly records: readonly CsvRecord[]
}

export interface SheetBuilder {
  /** Sets a cell; row and column count from 1. */
  set(row: number, column: number, text: string): void
  /** Repeats the value of a merged cell in the rows below. */
  merge(firstRow: number, lastRow: number, column: number): void
  finish(): SourceTable
}

/** Counts the cells of all sheets of a file. */
export interface CellCount {
  cells: number
}

/** Collects the cells of a sheet into records whose lines are the rows of the sheet. */
export function sheetBuilder(name: string, count: CellCount): SheetBuilder {
  const rows = new Map<number, string[]>()
  const merges: [first: number, last: number, column: number][] = []
  const set = (row: number, column: number, text: string): void => {
    const value = text.replace(/\s+/g, ' ').trim()
    if (value === '') return
    if (value.length > limits.cellChars)
      throw new UnreadableFile('cell_too_long', 1, { value: String(limits.cellChars) })
    if (column > limits.columns)
      throw new UnreadableFile('too_many_columns', 1, { value: String(limits.columns) })
    count.cells += 1
    if (count.cells > limits.cells)
      throw new UnreadableFile('too_many_cells', 1, { value: String(limits.cells) })
    const cells = rows.get(row) ?? []
    if (cells.length === 0) {
      if (rows.size >= limits.rows)
        throw new UnreadableFile('too_many_rows', 1, { value: String(limits.rows) })
      rows.set(row, cells)
    }
    while (cells.length < column) cells.push('')
    cells[column - 1] = value
  }
  return {
    set,
    merge: (first, last, column) => {
      if (last > first && last - first < limits.rows && merges.length < limits.rows)
        merges.push([first, last, column])
    },
    finish: () => {
      for (const [first, last, column] of merges) {
        const value = rows.get(first)?.[column - 1] ?? ''
        // A merged cell in rows without other content is a title.
        for (let row = first + 1; value !== '' && row <= last; row += 1)
          if (rows.has(row) && !rows.get(row)?.[column - 1]) set(row, column, value)
      }
      const records = [...rows]
        .sort((a, b) => a[0] - b[0])
        .map(([line, cells]) => ({ line, cells, raw: cells.join('\t') }))
      return { name, records }
    },
  }
}
