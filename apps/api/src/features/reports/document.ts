import type { ReportType } from '@plumbline/contract'
import {
  type DateFormat,
  type NumberFormat,
  type NumberLocale,
  numberLocale,
} from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'

/** Language, date and number format of the owner, and the currency of amounts for their decimals. */
export interface Reader {
  currency?: string
  language: Language
  dateFormat: DateFormat
  /** Null or absent follows the language. */
  numberFormat?: NumberFormat | null
}

export function readerLocale({ language, numberFormat }: Reader): NumberLocale {
  return numberLocale(language, numberFormat)
}

/**
 * A report as plain data, independent of its layout. PDF, XLSX and CSV are rendered from the same document, so
 * they cannot differ.
 */
export interface ReportDocument extends Reader {
  type: ReportType | 'comparison'
  /** The name its owner chose. */
  name: string
  family: string
  subtitle: string
  currency: string
  from: string
  to: string
  /** The equation on the cover: opening value, flows, P/L. */
  headline: Headline[]
  /** Period, accounts, owner and author. */
  facts: { label: string; value: string }[]
  sections: ReportSection[]
  /** Missing and stale prices and rates, which tables without notes list at their end. */
  missing: string[]
  /** Definitions of figures, and missing data. */
  notes: { title: string; lines: string[] }[]
  /** Creation time, formatted. */
  made: string
  transactions: number
}

export interface Headline {
  label: string
  sign: '' | '=' | '+' | '−'
  value: number | null
  kind: 'money' | 'percent'
  /** What the value consists of. */
  parts?: { text: HeadlinePart; value: number | null }[]
}

export type HeadlinePart =
  | 'report_part_in'
  | 'report_part_out'
  | 'report_part_realized'
  | 'report_part_unrealized'

export interface ReportSection {
  title: string
  chart?: ReportChart
  shares?: ReportShare[]
  tables: ReportTable[]
}

export interface ReportChart {
  title: string
  unit: string
  days: number[]
  values: (number | null)[]
}

/** A share of the allocation bar. */
export interface ReportShare {
  label: string
  value: number
  colour: string
}

export type CellKind =
  | 'text'
  | 'money'
  /** An amount in the currency that its row names. */
  | 'own_money'
  | 'gain'
  | 'number'
  | 'quantity'
  | 'price'
  | 'share'
  | 'return'
  | 'points'
  | 'date'

export interface ReportColumn {
  /** Also the header in CSV and XLSX. */
  label: string
  kind: CellKind
  /** Takes the remaining width. */
  isWide?: true
  /** Of `own_money`: the place of the column that names the currency. */
  currencyColumn?: number
  /** The currency of its amounts, where it is not that of the report. */
  currency?: string
  /** Text that is a figure, such as a band: it stays on one line. */
  isUnbroken?: true
  /** Neither a gain nor a loss: shares and differences, without colour. */
  isNeutral?: true
}

export type Cell = string | number | null

/** The currency of an amount: that of its row, else of the report. */
export function currencyOf<Report extends string | undefined>(
  column: ReportColumn,
  cells: readonly Cell[],
  report: Report,
): string | Report {
  const own = column.currencyColumn === undefined ? null : cells[column.currencyColumn]
  return typeof own === 'string' && own !== '' ? own : (column.currency ?? report)
}

export interface ReportRow {
  cells: Cell[]
  role?: 'heading' | 'sum'
  colour?: string
  /** A measure that is neither a gain nor a loss, such as a volatility. */
  isNeutral?: true
}

export interface ReportTable {
  /** Empty if the section title suffices. */
  title: string
  columns: ReportColumn[]
  rows: ReportRow[]
  total: Cell[] | null
  /** Columns whose cells add up in every row: result = sum of sign x term. Balances do not add up downwards. */
  sum?: {
    result: number
    terms: { column: number; sign: 1 | -1; isBalance?: true }[]
  }
  note: string | null
}
