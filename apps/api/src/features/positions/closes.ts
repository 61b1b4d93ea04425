import type { PositionTrade, PriceUnits } from '@plumbline/contract'
import { transactionTypes } from '@plumbline/contract'
import {
  adjustedCloses,
  closeOn,
  type Day,
  decimate,
  type Period,
  splitRatio,
  TRANSACTION_TYPE_RULES,
  toIsoDate,
  tradedCloses,
} from '@plumbline/engine'
import { ledgerLines, linePart, positionLines } from '../../figures/ledger-lines.ts'
import type { Portfolio } from '../../queries/query.ts'

function findPrices({ snapshot }: Portfolio, position: number) {
  const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
  return prices && prices.values.length > 0 ? prices : null
}

/** Which prices a chart shows. */
export interface ChartPrices {
  period: Period
  units: PriceUnits
  /** The most points of the line. */
  points: number
}

/** Closes of a position's instrument in a period, in its currency. Adjusted ones are in units of its last day. */
export function readCloses(portfolio: Portfolio, position: number, { period, units, points }: ChartPrices) {
  const prices = findPrices(portfolio, position)
  if (!prices) return []
  const { firstDay, values } = (units === 'adjusted' ? adjustedCloses : tradedCloses)(prices, period)
  return Array.from(decimate(values, points), index => ({
    date: toIsoDate(firstDay + index),
    price: values[index] ?? Number.NaN,
  })).filter(({ price }) => Number.isFinite(price))
}

/** The splits within the line of a price chart. */
export function readSplits(portfolio: Portfolio, position: number, { from, to }: Period) {
  const prices = findPrices(portfolio, position)
  return (prices?.splits ?? [])
    .filter(({ day }) => day > Math.max(from, prices?.firstDay ?? from) && day <= to)
    .map(({ day, numerator, denominator }) => ({
      date: toIsoDate(day),
      numerator: Number(numerator),
      denominator: Number(denominator),
    }))
}

/** Purchases and sales of a period, with quantity and price in the units of the chart's line. */
export function readTrades(
  portfolio: Portfolio,
  position: number,
  { period, units }: ChartPrices,
): PositionTrade[] {
  const { ledger } = portfolio.metadata
  const lines = ledgerLines(portfolio)
  const splits = units === 'adjusted' ? (findPrices(portfolio, position)?.splits ?? []) : []
  const trades = positionLines(portfolio, position).flatMap(({ line, share }) => {
    const place = lines.transaction[line] ?? 0
    const day = ledger.day[place] ?? 0
    const type = transactionTypes[ledger.type[place] ?? -1]
    const quantity = (ledger.quantity[place] ?? Number.NaN) * share
    const isTrade = type !== undefined && TRANSACTION_TYPE_RULES[type].category === 'trade'
    const isShown = lines.part[line] === linePart.whole && isTrade && Math.abs(quantity) > 0
    if (!isShown || day < period.from || day > period.to) return []
    const ratio = splitRatio(splits, day, period.to)
    const price = (ledger.price[place] ?? Number.NaN) / ratio
    return [{ day, quantity: quantity * ratio, price }]
  })
  return trades
    .sort((a, b) => a.day - b.day)
    .map(({ day, quantity, price }) => ({
      date: toIsoDate(day),
      side: quantity > 0 ? 'buy' : 'sell',
      quantity: Math.abs(quantity),
      price: Number.isFinite(price) ? price : null,
    }))
}

/** The last close up to a day, with quote date, source and relative change. */
export function readLastClose({ snapshot, metadata }: Portfolio, position: number, to: Day) {
  const place = snapshot.positions.instrument[position] ?? -1
  const prices = snapshot.prices[place]
  const instrument = snapshot.instruments[place]
  const value = closeOn(prices, to)
  if (!prices || !instrument || !Number.isFinite(value))
    return { value: null, date: null, source: null, change_rel: null }
  const quoted = findLastDay(prices.quoteDays, to)
  const before =
    quoted === null ? Number.NaN : closeOn(prices, quoted - 1) / splitRatio(prices.splits, quoted - 1, quoted)
  return {
    value,
    date: quoted === null ? null : toIsoDate(quoted),
    source: quoted === null ? null : (metadata.priceSources.get(instrument.id) ?? null),
    change_rel: Number.isFinite(before) && before !== 0 ? closeOn(prices, quoted ?? to) / before - 1 : null,
  }
}

/** The last of some sorted days up to `to`; null if there is none. */
function findLastDay(days: Int32Array, to: Day): Day | null {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] ?? 0) <= to) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : (days[low - 1] ?? null)
}
