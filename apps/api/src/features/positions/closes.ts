import { type Day, decimate, type Period, splitFactorFrom, toIsoDate } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'

/** Closes of a position's instrument in a period, in its currency, decimated to `points`. */
export function readCloses({ snapshot }: Portfolio, position: number, period: Period, points: number) {
  const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
  if (!prices || prices.values.length === 0) return []
  const from = Math.max(period.from, prices.firstDay)
  const closes = prices.values.subarray(from - prices.firstDay, Math.max(0, period.to - prices.firstDay + 1))
  return Array.from(decimate(closes, points), index => ({
    date: toIsoDate(from + index),
    price: closes[index] ?? Number.NaN,
  })).filter(({ price }) => Number.isFinite(price))
}

/** The last close up to a day, with quote date, source and relative change. */
export function readLastClose({ snapshot, metadata }: Portfolio, position: number, to: Day) {
  const place = snapshot.positions.instrument[position] ?? -1
  const prices = snapshot.prices[place]
  const instrument = snapshot.instruments[place]
  const at = (day: Day) => prices?.values[day - prices.firstDay] ?? Number.NaN
  const value = at(to)
  if (!prices || !instrument || !Number.isFinite(value))
    return { value: null, date: null, source: null, change_rel: null }
  const quoted = findLastDay(prices.quoteDays, to)
  const ofThatDay = (instrument.splits ?? []).filter(({ day }) => day === quoted)
  const before = quoted === null ? Number.NaN : at(quoted - 1) / splitFactorFrom(ofThatDay, quoted)
  return {
    value,
    date: quoted === null ? null : toIsoDate(quoted),
    source: quoted === null ? null : (metadata.priceSources.get(instrument.id) ?? null),
    change_rel: Number.isFinite(before) && before !== 0 ? at(quoted ?? to) / before - 1 : null,
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
