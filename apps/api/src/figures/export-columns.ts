import type { Flag as WireFlag } from '@plumbline/contract'

type Cell = string | number | boolean | null | undefined

/** The columns of an export by name. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

interface Basis {
  currency: string
  start_date: string | null
  as_of: string
}

/**
 * The columns of an export with those that make it readable on its own: the currency of calculated amounts, the period,
 * and why a figure is missing or doubtful. A missing figure is an empty cell.
 */
export function describedColumns<Row extends { flags: readonly WireFlag[] }>(
  columns: Columns<Row>,
  { currency, start_date, as_of }: Basis,
): Columns<Row> {
  return {
    ...columns,
    calculated_currency: () => currency,
    period_start: () => start_date,
    as_of: () => as_of,
    flags: row => describeFlags(row.flags),
  }
}

/** `no_rate (value weight) 2026-11-13`: what is wrong, with which columns, and the day of the data that was used. */
export function describeFlags(flags: readonly WireFlag[]): string {
  return flags
    .map(({ code, fields, date }) =>
      [code, fields.length > 0 && `(${fields.join(' ')})`, date].filter(Boolean).join(' '),
    )
    .join('; ')
}

/** One column for each field, with the name of a reference. */
export function fieldColumns<Row, Field extends string & keyof Row>(fields: readonly Field[]): Columns<Row> {
  return Object.fromEntries(fields.map(field => [field, (row: Row) => readCell(row[field])]))
}

function readCell(value: unknown): Cell {
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  // Fields of lists are numbers, texts, references or missing.
  return value as Cell
}
