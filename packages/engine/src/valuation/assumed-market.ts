import type { Day } from '../calendar/day.ts'
import type { Instrument } from '../ledger/ledger.ts'
import { closeOn, type InstrumentPrices } from './instrument-prices.ts'
import type { AssumedPrice, AssumedPrices, DailySeries, Market } from './market.ts'

/** By currency the factor by which its value changes against all other currencies. */
export type AssumedRates = ReadonlyMap<string, number>

/**
 * The closes of instruments with assumed ones on the last day. A factor on a missing price leaves it missing. Closes of
 * earlier days, and columns without an assumption, stay as they are.
 */
export function assumePrices(
  instruments: readonly Instrument[],
  prices: InstrumentPrices[],
  assumed: AssumedPrices | undefined,
  lastDay: Day,
): InstrumentPrices[] {
  if (assumed === undefined || assumed.size === 0) return prices
  return prices.map((column, place) => {
    const steps = assumed.get(instruments[place]?.id ?? '')
    return steps === undefined ? column : assumePrice(column, steps, lastDay)
  })
}

function assumePrice(
  column: InstrumentPrices,
  steps: readonly AssumedPrice[],
  lastDay: Day,
): InstrumentPrices {
  const price = steps.reduce(
    (close, step) => ('price' in step ? step.price : close * step.factor),
    closeOn(column, lastDay),
  )
  if (!Number.isFinite(price)) return column
  const quoteDays = quotedUntil(column.quoteDays, lastDay)
  if (column.values.length === 0 || column.firstDay > lastDay)
    return { ...column, firstDay: lastDay, firstQuoteDay: lastDay, quoteDays, values: Float64Array.of(price) }
  const values = column.values.slice(0, lastDay - column.firstDay + 1)
  values[lastDay - column.firstDay] = price
  return { ...column, quoteDays, firstQuoteDay: Math.min(column.firstQuoteDay, lastDay), values }
}

/**
 * A market with assumed rates on a day. What changes against all others is one series, or all of them for the pivot.
 * Rates of other days, and a currency without a rate, stay as they are.
 */
export function assumeRates(market: Market, assumed: AssumedRates, day: Day): Market {
  if (assumed.size === 0) return market
  const ofPivot = assumed.get(market.pivot) ?? 1
  const rates = [...market.rates].map(([currency, series]): [string, DailySeries] => {
    const factor = (assumed.get(currency) ?? 1) / ofPivot
    return [currency, factor === 1 ? series : scaleOn(series, day, factor)]
  })
  return { ...market, rates: new Map(rates) }
}

function scaleOn(series: DailySeries, day: Day, factor: number): DailySeries {
  const place = day - series.firstDay
  if (place < 0 || place >= series.values.length) return series
  const values = series.values.slice()
  values[place] = (values[place] ?? Number.NaN) * factor
  return { ...series, values, ...(series.quoteDays && { quoteDays: quotedUntil(series.quoteDays, day) }) }
}

/** Days with a quote before a day, and the day itself. */
function quotedUntil(days: Int32Array, last: Day): Int32Array {
  return Int32Array.from([...days].filter(day => day < last).concat(last))
}
