import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { plus } from '../text/decimal.ts'
import { findWrongSteps, type StatedBalance } from './balance-steps.ts'
import { createRow } from './row.ts'
import type { CsvRecord } from './table/records.ts'
import { readCells } from './table/table.ts'
import type { TableReader } from './table/table-reader.ts'

interface Stated extends StatedBalance {
  readonly date: string
  readonly currency: string | null
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
    try {
      const cells = readCells(record, reader.columns)
      const row = createRow(reader.hasRunningBalance ? cells : reader.refine(cells, record), reader.style)
      const amount = row.number('balance')
      if (amount !== null)
        stated.push({
          line: record.line,
          date: row.moment().date,
          amount,
          currency: row.currency('currency'),
          change: row.number('net') ?? row.number('amount'),
          costs: plus(row.number('fees') ?? '0', row.number('taxes') ?? '0'),
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
    const { line, date, amount } = newest
    collect.balance({ kind: 'closing', line, date, amount, currency: newest.currency })
    if (!reader.hasRunningBalance) {
      for (const { line, computed, stated: value } of findWrongSteps(balances))
        collect.problem({ line, raw: header.raw }, 'balance_step_differs', {
          value: `${computed} ≠ ${value}`,
        })
      continue
    }
    const computed = addChanges(balances)
    if (computed === null || computed === amount) continue
    collect.problem({ line: header.line, raw: `${currency} ${header.raw}` }, 'balance_differs', {
      field: currency,
      value: `${computed} ≠ ${amount}`,
    })
  }
}

/** Records the closing balance that stands above the table, as of its newest row. */
export function collectClosing(
  collect: Collector,
  reader: TableReader,
  above: readonly CsvRecord[],
  rows: readonly CsvRecord[],
): void {
  const { closing } = reader
  const record = above.find(({ cells }) => closing?.test(cells[0]?.trim() ?? ''))
  if (!record) return
  const days = rows.flatMap(each => {
    try {
      return [createRow(readCells(each, reader.columns), reader.style).moment().date]
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      return []
    }
  })
  const newest = days.toSorted().at(-1)
  if (newest === undefined) return
  const { line, raw, cells } = record
  collect.fact({ line, raw }, () => {
    const amount = createRow({ balance: cells[1] ?? '' }, reader.style).number('balance')
    if (amount === null) return
    collect.balance({ kind: 'closing', line, date: newest, amount, currency: reader.style.currency ?? null })
  })
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
