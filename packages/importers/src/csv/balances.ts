import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import type { CsvRecord } from './records.ts'
import { createRow } from './row.ts'
import { readCells } from './table.ts'
import type { TableReader } from './table-reader.ts'

interface Stated {
  readonly line: number
  readonly date: string
  readonly amount: string
  readonly currency: string | null
}

/** Records the balance after the newest row of each currency. Files run forward or backward in time. */
export function collectBalances(collect: Collector, reader: TableReader, rows: readonly CsvRecord[]): void {
  if (!reader.columns.has('balance')) return
  const stated: Stated[] = []
  for (const record of rows) {
    const row = createRow(readCells(record, reader.columns), reader.style)
    try {
      const amount = row.number('balance')
      if (amount !== null)
        stated.push({
          line: record.line,
          date: row.moment().date,
          amount,
          currency: row.currency('currency'),
        })
    } catch (error) {
      // The reader of the row reports the problem.
      if (!(error instanceof RowProblem)) throw error
    }
  }
  const isBackward = (stated[0]?.date ?? '') > (stated.at(-1)?.date ?? '')
  const newest = new Map<string, Stated>()
  for (const balance of isBackward ? stated.reverse() : stated) newest.set(balance.currency ?? '', balance)
  for (const balance of newest.values()) collect.balance({ kind: 'closing', ...balance })
}
