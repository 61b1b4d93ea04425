import type { Instrument } from '../ledger/ledger.ts'
import { currencyUnit } from '../money/currency.ts'
import type { Entry } from '../posting/posting-context.ts'
import type { InstrumentPrices } from './instrument-prices.ts'
import { crossRate, type Market } from './market.ts'

/** The day of the first transaction per instrument. */
function findFirstDays(entries: readonly Entry[]): Map<number, number> {
  const first = new Map<number, number>()
  for (const { instrument, transaction } of entries) {
    const known = first.get(instrument)
    if (known === undefined || transaction.day < known) first.set(instrument, transaction.day)
  }
  return first
}

/**
 * Prices of forwards without quotes, from the exchange rates: units of the quoted currency for one of the base, at spot,
 * since the market has no interest rates. Forwards with quotes, and those without a known base, stay as they are.
 */
export function withForwardRates(
  instruments: readonly Instrument[],
  past: () => readonly Entry[],
  prices: InstrumentPrices[],
  market: Market,
): InstrumentPrices[] {
  if (!instruments.some(({ baseCurrency }) => baseCurrency != null)) return prices
  const first = findFirstDays(past())
  instruments.forEach(({ type, baseCurrency, currency }, index) => {
    const column = prices[index]
    const from = first.get(index)
    if (type !== 'fx_forward' || baseCurrency == null || !column || from === undefined) return
    if (column.quoteDays.length > 0) return
    const quote = currencyUnit(currency).currency
    const lastDay = column.firstDay + column.values.length - 1
    let firstDay = from
    while (firstDay <= lastDay && Number.isNaN(crossRate(market, baseCurrency, quote, firstDay)))
      firstDay += 1
    if (firstDay > lastDay) return
    const values = Float64Array.from({ length: lastDay - firstDay + 1 }, (_, day) =>
      crossRate(market, baseCurrency, quote, firstDay + day),
    )
    prices[index] = {
      firstDay,
      values,
      firstQuoteDay: firstDay,
      quoteDays: column.quoteDays,
      kind: 'valuation',
      splits: column.splits,
    }
  })
  return prices
}
