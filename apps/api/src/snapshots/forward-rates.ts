import { crossRate, type Day, dayOf, denseSeries, type Market, type PriceSeries } from '@plumbline/engine'
import type { InstrumentRow, TransactionRow } from './facts.store.ts'

/**
 * Rates of the day for forwards that nobody quotes: what one unit of the base is worth in the quoted currency. It is
 * the spot rate, which leaves out the difference of interest until the maturity. Where people value the forward
 * themselves, their valuations count instead.
 */
export function forwardRates(
  instruments: readonly InstrumentRow[],
  transactions: readonly TransactionRow[],
  market: Market,
  lastDay: Day,
): Map<string, PriceSeries> {
  const series = new Map<string, PriceSeries>()
  for (const { id, instrument_type: type, base_currency: base, currency } of instruments) {
    if (type !== 'fx_forward' || !base || market.prices.has(id)) continue
    const own = transactions.filter(transaction => transaction.instrument_id === id)
    if (own.some(transaction => transaction.transaction_type === 'valuation')) continue
    const firstDay = Math.min(lastDay, ...own.map(transaction => dayOf(transaction.date)))
    const rates = Float64Array.from({ length: lastDay - firstDay + 1 }, (_, index) =>
      crossRate(market, base, currency, firstDay + index),
    )
    if (!rates.some(Number.isNaN)) series.set(id, denseSeries(firstDay, rates))
  }
  return series
}
