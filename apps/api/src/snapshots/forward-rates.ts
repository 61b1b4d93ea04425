import {
  crossRate,
  type Day,
  denseSeries,
  type Market,
  type PriceSeries,
  type Transaction,
} from '@plumbline/engine'
import type { InstrumentRow } from './facts.store.ts'

/**
 * Daily prices of unquoted forwards: the spot rate of the base currency in the quoted one. It ignores the interest
 * differential until maturity. A forward with valuations in the ledger is valued by those instead.
 */
export function forwardRates(
  instruments: readonly InstrumentRow[],
  transactions: readonly Pick<Transaction, 'instrument' | 'type' | 'day'>[],
  market: Market,
  lastDay: Day,
): Map<string, PriceSeries> {
  const series = new Map<string, PriceSeries>()
  for (const { id, instrument_type: type, base_currency: base, currency } of instruments) {
    if (type !== 'fx_forward' || !base || market.prices.has(id)) continue
    const own = transactions.filter(({ instrument }) => instrument === id)
    if (own.some(({ type }) => type === 'valuation')) continue
    const firstDay = Math.min(lastDay, ...own.map(({ day }) => day))
    const rates = Float64Array.from({ length: lastDay - firstDay + 1 }, (_, index) =>
      crossRate(market, base, currency, firstDay + index),
    )
    if (!rates.some(Number.isNaN)) series.set(id, denseSeries(firstDay, rates))
  }
  return series
}
