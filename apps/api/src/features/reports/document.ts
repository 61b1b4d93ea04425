import type { ReportType } from '@plumbline/contract'
import type { DateFormat } from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'

/** How its owner reads: words and figures in their language, dates as they chose. */
export interface Reader {
  language: Language
  dateFormat: DateFormat
}

/**
 * A report as plain data: what it says, in the order it says it, before anyone decides how it looks. PDF,
 * XLSX and CSV are three ways to write down the same document, so that they cannot differ.
 */
export interface ReportDocument extends Reader {
  type: ReportType
  /** Its own name, as its owner called it. */
  name: string
  family: string
  subtitle: string
  currency: string
  from: string
  to: string
  /** What the cover says first: opening value, flows, P/L, as an equation. */
  headline: Headline[]
  /** Period, accounts, who it was made for and by. */
  facts: { label: string; value: string }[]
  sections: ReportSection[]
  /** How figures are defined, and what is missing in them. */
  notes: { title: string; lines: string[] }[]
  /** The moment it was made, in words. */
  made: string
  transactions: number
}

export interface Headline {
  label: string
  sign: '' | '=' | '+' | '−'
  value: number | null
  kind: 'money' | 'percent'
}

export interface ReportSection {
  title: string
  chart?: ReportChart
  shares?: ReportShare[]
  tables: ReportTable[]
}

/** A line over days. */
export interface ReportChart {
  title: string
  unit: string
  days: number[]
  values: (number | null)[]
}

/** A part of a whole, drawn as a bar. */
export interface ReportShare {
  label: string
  value: number
  colour: string
}

export type CellKind = 'text' | 'money' | 'gain' | 'quantity' | 'price' | 'share' | 'return' | 'date'

export interface ReportColumn {
  /** Also the heading in CSV and XLSX. */
  label: string
  kind: CellKind
  /** Takes the room that is left. */
  isWide?: true
}

export type Cell = string | number | null

export interface ReportRow {
  cells: Cell[]
  /** A heading over the rows that follow, or their sum. */
  role?: 'heading' | 'sum'
  colour?: string
}

export interface ReportTable {
  /** Empty where the section's title says it all. */
  title: string
  columns: ReportColumn[]
  rows: ReportRow[]
  total: Cell[] | null
  note: string | null
}
