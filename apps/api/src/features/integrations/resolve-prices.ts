import { convertUnit, currencyUnit, NEGATIVE_PRICE_TYPES, QUOTED_IN_PERCENT } from '@plumbline/engine'
import type { PriceRow } from '@plumbline/importers'
import type { UploadProblem } from './upload-problem.ts'

/** A price to store, in the unit of its security. */
export interface PriceQuote {
  /** The line of the file. */
  line: number
  id: string
  date: string
  value: string
}

/** A security that a file may name. */
export interface NamedSecurity {
  id: string
  name: string
  isin: string | null
  /** In lower case: its symbol and the identifiers of providers and countries. */
  symbols: string[]
  currency: string
  instrument_type: string
  /** Whether the caller may set its prices. */
  is_allowed: boolean
}

export interface ResolvedPrices {
  quotes: PriceQuote[]
  problems: UploadProblem[]
}

/** Finds the securities of the rows and converts each price into the unit of its security. */
export function resolvePrices(
  rows: readonly PriceRow[],
  securities: readonly NamedSecurity[],
  chosen: NamedSecurity | null,
): ResolvedPrices {
  const byIsin = Map.groupBy(securities, ({ isin }) => isin)
  const bySymbol = new Map<string, NamedSecurity[]>()
  for (const security of securities)
    for (const symbol of new Set(security.symbols))
      bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), security])
  const quotes: PriceQuote[] = []
  const problems: UploadProblem[] = []
  for (const row of rows) {
    const named =
      row.isin !== null
        ? (byIsin.get(row.isin) ?? [])
        : row.symbol !== null
          ? (bySymbol.get(row.symbol.toLowerCase()) ?? [])
          : []
    const outcome = priceRow(row, row.isin === null && row.symbol === null && chosen ? [chosen] : named)
    if (Array.isArray(outcome)) quotes.push(...outcome)
    else problems.push({ line: row.line, ...outcome })
  }
  return { quotes, problems }
}

/** The prices that a row sets, or why it sets none. */
function priceRow(
  row: PriceRow,
  named: readonly NamedSecurity[],
): PriceQuote[] | Omit<UploadProblem, 'line'> {
  const name = (row.isin ?? row.symbol ?? '').slice(0, 40)
  const known = inCurrency(named, row.currency)
  const unit = row.currency?.slice(0, 10) ?? ''
  if (known.length === 0 && named.length > 0) return { code: 'other_currency', name, unit }
  if (known.length === 0) return { code: 'no_security', name }
  // The platform and several families may have the same security; listings in other currencies are others.
  if (new Set(known.map(({ currency }) => currency)).size > 1) return { code: 'several_securities', name }
  const allowed = known.filter(security => security.is_allowed)
  if (allowed.length === 0) return { code: 'shared_security', name }
  if (row.price.startsWith('-') && allowed.some(each => !NEGATIVE_PRICE_TYPES.has(each.instrument_type)))
    return { code: 'negative_price', name }
  if (row.isPercent && !allowed.every(each => QUOTED_IN_PERCENT.has(each.instrument_type)))
    return { code: 'price_in_percent', name: name || (allowed[0]?.isin ?? '') }
  return allowed.map(({ id, currency }) => ({
    line: row.line,
    id,
    date: row.date,
    value: convertUnit(row.price, row.currency ?? currency, currency) ?? row.price,
  }))
}

/** Those quoted in the stated unit, else those in another unit of the same currency: GBX and GBP. */
function inCurrency(named: readonly NamedSecurity[], currency: string | null): readonly NamedSecurity[] {
  if (currency === null) return named
  const stated = currencyUnit(currency)
  const same = named.filter(row => currencyUnit(row.currency).currency === stated.currency)
  const exactly = same.filter(row => currencyUnit(row.currency).factor === stated.factor)
  return exactly.length > 0 ? exactly : same
}
