import { type ColumnMapping, type CsvTable, columnsByMeaning } from '../mapping.ts'

/** Currencies that are written with a bare '$'. */
const dollars = ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP']

export const isDollar = (code: string | null | undefined): code is string =>
  code != null && dollars.includes(code)

const currencyMeanings = ['currency', 'price_currency', 'fees_currency', 'counter_currency'] as const
const named = new RegExp(`(?<![A-Z])(?:${dollars.join('|')})(?![A-Z])`, 'g')

/** The dollar that the headers and currency columns of a table name, the American one if none; null if several. */
export function findDollar(table: CsvTable, mapping: ColumnMapping): string | null {
  const places = columnsByMeaning(mapping)
  const columns = currencyMeanings.flatMap(meaning => places.get(meaning) ?? [])
  const texts = [
    ...mapping.columns.map(({ header }) => header),
    ...table.rows.flatMap(({ cells }) => columns.map(column => cells[column]?.toUpperCase() ?? '')),
  ]
  const found = new Set(texts.flatMap(text => text.match(named) ?? []))
  return found.size > 1 ? null : ([...found][0] ?? 'USD')
}
