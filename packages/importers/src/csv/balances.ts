import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { plus } from '../text/decimal.ts'
import { createRow } from './row.ts'
import type { CsvRecord } from './table/records.ts'
import { readCells } from './table/table.ts'
import type { TableReader } from './table/table-reader.ts'

interface Stated {
  readonly line: number
  readonly date: string
  readonly amount: string
  readonly currency: string | null
  /** What the row moved; null if it does not say. */
  readonly change: string | null
}

/**
 * Records the balance after the newest row of each currency. Files run forward or backward in time. The changes since
 * the oldest row must lead to it: otherwise rows are missing or misread, which is reported beside the rows.
 */
export function collectBalances(
  collect: Collector,
  reader: TableReader,
  header: CsvRecord,
  rows: readonly CsvRecord[],
): void {
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
          change: row.number('net') ?? row.number('amount'),
        })
    } catch (error) {
      // The reader of the row reports the problem.
      if (!(error instanceof RowProblem)) throw error
    }
  }
  const isBackward = (stated[0]?.date ?? '') > (stated.at(-1)?.date ?? '')
  const byCurrency = Map.groupBy(isBackward ? stated.reverse() : stated, ({ currency }) => currency ?? '')
  for (const [currency, balances] of byCurrency) {
    const newest = balances.at(-1)
    if (!newest) continue
    const { change: _, ...balance } = newest
    collect.balance({ kind: 'closing', ...balance })
    const computed = addChanges(balances)
    if (!reader.hasRunningBalance || computed === null || computed === newest.amount) continue
    collect.problem({ line: header.line, raw: `${currency} ${header.raw}` }, 'balance_differs', {
      field: currency,
      value: `${computed} ≠ ${newest.amount}`,
    })
  }
}

/** The oldest balance and all later changes. Null if a row does not say what it moved. */
function addChanges([oldest, ...later]: readonly Stated[]): string | null {
  let sum = oldest?.amount ?? '0'
  for (const { change } of later) {
    if (change === null) return null
    sum = plus(sum, change)
  }
  return sum
}
