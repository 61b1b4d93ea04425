import type {
  amountKinds,
  ColumnMeaning,
  dollarCurrencies,
  rowKinds,
  signRules,
  statedPriceUnits,
} from '@plumbline/contract'
import type { TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'
import { UnreadableFile } from '../problem.ts'
import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import type { Encoding } from '../text/encoding.ts'
import type { CsvRecord, Separator } from './table/records.ts'
import { isAside, isSameRow } from './table/table.ts'
import { endOfTable, startOfTables } from './table/table-end.ts'

export interface WordMeaning {
  readonly word: string
  /** `ignore` leaves the rows of this word out. */
  readonly type: TransactionType | 'ignore'
  readonly side: Side | null
}

/**
 * How a table is read, as recognized or as a person corrected it. What is null is not known: a row that needs it becomes
 * a problem.
 */
export interface ColumnMapping {
  readonly separator: Separator
  /** Name of the sheet or table; null for the first. */
  readonly sheet: string | null
  readonly decimalMark: DecimalMark | null
  readonly dateOrder: DateOrder | null
  readonly encoding: Encoding
  /** The line that names the columns, counted from 1; 0 if none does. */
  readonly headerLine: number
  /** What each column means, in the order of the file. */
  readonly columns: readonly { readonly header: string; readonly meaning: ColumnMeaning }[]
  readonly words: readonly WordMeaning[]
  readonly amountIs: (typeof amountKinds)[number] | null
  /** What a bare '$' means in a table that names no single dollar. */
  readonly dollar: (typeof dollarCurrencies)[number] | null
  readonly priceUnit: (typeof statedPriceUnits)[number] | null
  readonly signs: (typeof signRules)[number] | null
  /** What every row is where no column tells the kind. */
  readonly rowsAre: (typeof rowKinds)[number] | null
  /** The day a list of holdings is of, chosen by a person; null for the day that the file states. */
  readonly asOf: string | null
  /** Rows with one of these words in any cell are left out. */
  readonly ignoredWords: readonly string[]
  /** The account whose rows are read, of a table with several; null for all. */
  readonly account: string | null
}

/** Adds what mappings saved by earlier versions do not state. */
export function completeMapping(
  saved: Partial<ColumnMapping> &
    Pick<ColumnMapping, 'separator' | 'encoding' | 'headerLine' | 'columns' | 'words'>,
): ColumnMapping {
  return {
    sheet: null,
    decimalMark: null,
    dateOrder: null,
    amountIs: null,
    dollar: null,
    priceUnit: null,
    signs: null,
    rowsAre: null,
    asOf: null,
    ignoredWords: [],
    account: null,
    ...saved,
  }
}

export interface CsvTable {
  readonly header: CsvRecord
  /** The rows under the header, up to the next table. */
  readonly rows: readonly CsvRecord[]
  /** Rows of the file that belong to other tables. */
  readonly others: readonly CsvRecord[]
  /** The records before the header. */
  readonly above: readonly CsvRecord[]
}

/** Finds the table under the header of a mapping. Without a header, columns are numbered. */
export function locateTable(
  records: readonly CsvRecord[],
  mapping: Pick<ColumnMapping, 'headerLine'>,
): CsvTable {
  if (mapping.headerLine === 0)
    return { header: numberedHeader(records), rows: records, others: [], above: [] }
  const at = records.findIndex(record => record.line === mapping.headerLine)
  const header = records[at]
  if (!header) throw new UnreadableFile('no_header', mapping.headerLine)
  const end = endOfTable(records, at)
  return {
    header,
    rows: records.slice(at + 1, end),
    above: records.slice(0, at),
    others: [...records.slice(startOfTables(records, at), at), ...records.slice(end)],
  }
}

/** The rows of a table without notes and without its header on later pages. */
export const tableRows = ({ header, rows }: CsvTable): CsvRecord[] =>
  rows.filter(record => !isAside(record, header) && !isSameRow(record, header))

function numberedHeader(records: readonly CsvRecord[]): CsvRecord {
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return { line: 0, cells: Array.from({ length: width }, (_, index) => String(index + 1)), raw: '' }
}

/** The columns of each meaning, in the order of the table. */
export function columnsByMeaning(mapping: ColumnMapping): Map<Exclude<ColumnMeaning, 'ignore'>, number[]> {
  const columns = new Map<Exclude<ColumnMeaning, 'ignore'>, number[]>()
  mapping.columns.forEach(({ meaning }, index) => {
    if (meaning !== 'ignore') columns.set(meaning, [...(columns.get(meaning) ?? []), index])
  })
  return columns
}
