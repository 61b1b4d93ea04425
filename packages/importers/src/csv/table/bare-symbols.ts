import { dollarCurrencies } from '@plumbline/contract'
import { type ColumnMapping, type CsvTable, columnsByMeaning } from '../mapping.ts'
import { units } from '../meaning.ts'
import { type BareSymbol, bareSymbolInHeader, splitUnit } from './cell-text.ts'
import type { CsvRecord } from './records.ts'

/** The currencies that a symbol without a country may stand for. */
const meanings: Readonly<Record<BareSymbol, readonly string[]>> = {
  $: dollarCurrencies,
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
}

export const mayMean = (symbol: BareSymbol, code: string | null | undefined): code is string =>
  meanings[symbol].some(each => each === code)

const currencyMeanings = ['currency', 'price_currency', 'fees_currency', 'counter_currency'] as const
const namedBy = {
  $: findCodes(meanings.$),
  '¥': findCodes(meanings['¥']),
  kr: findCodes(meanings.kr),
}

function findCodes(codes: readonly string[]): (text: string | undefined) => string[] {
  const named = new RegExp(`(?<![A-Z])(?:${codes.join('|')})(?![A-Z])`, 'g')
  return text => text?.toUpperCase().match(named) ?? []
}

/** What each bare symbol means: the only one of its currencies that headers and currency columns name. */
export type SymbolMeanings = Readonly<Record<BareSymbol, string | null>>

/** A person can answer what '$' means. */
export function findSymbolMeanings(table: CsvTable, mapping: ColumnMapping): SymbolMeanings {
  return {
    $: findOnlyNamed(table, mapping, '$') ?? mapping.dollar,
    '¥': findOnlyNamed(table, mapping, '¥'),
    kr: findOnlyNamed(table, mapping, 'kr'),
  }
}

function findOnlyNamed(table: CsvTable, mapping: ColumnMapping, symbol: BareSymbol): string | null {
  const columns = currencyColumns(mapping)
  const findNamed = namedBy[symbol]
  const found = new Set([
    ...mapping.columns.flatMap(({ header }) => findNamed(header)),
    ...table.rows.flatMap(({ cells }) => columns.flatMap(column => findNamed(cells[column]))),
  ])
  return found.size === 1 ? ([...found][0] ?? null) : null
}

/** Whether amounts have a bare '$' in rows that name no dollar, in a table that does not name a single one. */
export function hasUnnamedDollars(table: CsvTable, mapping: ColumnMapping): boolean {
  if (findOnlyNamed(table, mapping, '$') !== null) return false
  const columns = currencyColumns(mapping)
  const amounts = mapping.columns.flatMap(({ header, meaning }, index) =>
    meaning !== 'ignore' && units[meaning] != null
      ? [{ index, isBare: bareSymbolInHeader(header) === '$' }]
      : [],
  )
  const isBare = ({ cells }: CsvRecord) =>
    amounts.some(({ index, isBare }) => {
      const cell = cells[index] ?? ''
      if (!/\d/.test(cell) || !(isBare || cell.includes('$'))) return false
      const { unit, bareSymbol } = splitUnit(cell)
      return bareSymbol === '$' || (isBare && unit === null)
    })
  return table.rows.some(
    row => isBare(row) && !columns.some(column => namedBy.$(row.cells[column]).length > 0),
  )
}

function currencyColumns(mapping: ColumnMapping): number[] {
  const places = columnsByMeaning(mapping)
  return currencyMeanings.flatMap(meaning => places.get(meaning) ?? [])
}
