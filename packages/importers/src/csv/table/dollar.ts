import { dollarCurrencies } from '@plumbline/contract'
import { type ColumnMapping, type CsvTable, columnsByMeaning } from '../mapping.ts'
import { units } from '../meaning.ts'
import { isBareDollarHeader, splitUnit } from './cell-text.ts'
import type { CsvRecord } from './records.ts'

type Dollar = (typeof dollarCurrencies)[number]

export const isDollar = (code: string | null | undefined): code is Dollar =>
  dollarCurrencies.some(each => each === code)

const currencyMeanings = ['currency', 'price_currency', 'fees_currency', 'counter_currency'] as const
const named = new RegExp(`(?<![A-Z])(?:${dollarCurrencies.join('|')})(?![A-Z])`, 'g')

const findNamed = (text: string | undefined): string[] => text?.toUpperCase().match(named) ?? []

/** What a bare '$' means: the only dollar that headers and currency columns name, else the answer of a person. */
export function findDollar(table: CsvTable, mapping: ColumnMapping): string | null {
  const columns = currencyColumns(mapping)
  const found = new Set([
    ...mapping.columns.flatMap(({ header }) => findNamed(header)),
    ...table.rows.flatMap(({ cells }) => columns.flatMap(column => findNamed(cells[column]))),
  ])
  return found.size === 1 ? ([...found][0] ?? null) : mapping.dollar
}

/** Whether amounts have a bare '$' in rows that name no dollar, in a table that does not name a single one. */
export function hasUnnamedDollars(table: CsvTable, mapping: ColumnMapping): boolean {
  if (findDollar(table, { ...mapping, dollar: null }) !== null) return false
  const columns = currencyColumns(mapping)
  const amounts = mapping.columns.flatMap(({ header, meaning }, index) =>
    meaning !== 'ignore' && units[meaning] != null ? [{ index, isBare: isBareDollarHeader(header) }] : [],
  )
  const isBare = ({ cells }: CsvRecord) =>
    amounts.some(({ index, isBare }) => {
      const cell = cells[index] ?? ''
      if (!/\d/.test(cell) || !(isBare || cell.includes('$'))) return false
      const { unit, isBareDollar } = splitUnit(cell)
      return isBareDollar || (isBare && unit === null)
    })
  return table.rows.some(
    row => isBare(row) && !columns.some(column => findNamed(row.cells[column]).length > 0),
  )
}

function currencyColumns(mapping: ColumnMapping): number[] {
  const places = columnsByMeaning(mapping)
  return currencyMeanings.flatMap(meaning => places.get(meaning) ?? [])
}
