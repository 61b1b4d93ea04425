import { convertUnit, exact, NEGATIVE_PRICE_TYPES, toText } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../database.ts'
import { type Quote, writeCloses } from './market.ts'
import { isSecurity } from './securities.ts'

/** What a statement says about the price of a holding. */
export interface StatedPrice {
  isin: string | null
  symbol: string | null
  currency: string
  price: number | null
}

interface Candidate {
  id: string
  isin: string | null
  symbol: string | null
  currency: string
  instrument_type: string
}

/**
 * Keeps the prices of a custodian's statement for securities that the family imported. They rank below every other
 * source: a day that already has a price keeps it. The platform's instruments are shared, so one family's statement does
 * not price them.
 */
export async function writeStatementPrices(
  tx: Scoped,
  familyId: string,
  date: string,
  lines: readonly StatedPrice[],
): Promise<void> {
  const priced = lines.filter(({ isin, symbol, price }) => price !== null && (isin ?? symbol) !== null)
  if (priced.length === 0) return
  const { rows } = await sql<Candidate>`
    select i.id, i.isin, i.symbol, i.currency, i.instrument_type from instrument i
    where ${isSecurity} and i.family_id = ${familyId}
      and (i.isin = any(${priced.map(({ isin }) => isin)}::text[])
        or i.symbol = any(${priced.map(({ symbol }) => symbol)}::text[]))
      and not exists (
        select from price p where p.instrument_id = i.id and p.date = ${date}::date and p.source <> 'statement')
    order by i.id`.execute(tx)
  const quotes = new Map<string, Quote>()
  for (const line of priced) {
    const quote = matchQuote(rows, line, date)
    if (quote) quotes.set(quote.id, quote)
  }
  await writeCloses(tx, [...quotes.values()], 'statement')
}

/** The price in the unit of the only security that the line can mean. */
function matchQuote(rows: readonly Candidate[], line: StatedPrice, date: string): Quote | null {
  const named = rows.filter(row =>
    line.isin !== null ? row.isin === line.isin : row.symbol !== null && row.symbol === line.symbol,
  )
  const text = toText(exact(line.price ?? 0))
  const found = named.flatMap(row => {
    const value = convertUnit(text, line.currency, row.currency)
    const isPossible = Number(text) > 0 || (Number(text) < 0 && NEGATIVE_PRICE_TYPES.has(row.instrument_type))
    return value === null || !isPossible ? [] : [{ id: row.id, date, value }]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
