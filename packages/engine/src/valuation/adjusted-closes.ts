import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { splitRatio } from '../ledger/splits.ts'
import type { InstrumentPrices } from './instrument-prices.ts'

/** The closes of some days in a row. */
export interface PeriodCloses {
  readonly firstDay: Day
  /** Not to be written to: without a split it is a part of the snapshot's column. */
  readonly values: Float64Array
}

/** The closes of a period as traded, both ends included; it starts no earlier than the first price. */
export function tradedCloses({ firstDay, values }: InstrumentPrices, { from, to }: Period): PeriodCloses {
  const first = Math.max(from, firstDay)
  return { firstDay: first, values: values.subarray(first - firstDay, Math.max(0, to - firstDay + 1)) }
}

/**
 * The closes of a period adjusted for splits: in units of its last day.
 *
 *     close as traded / units on the last day for one unit on the day
 *
 * The last close is the one as traded, so that it equals the price shown beside it. Dividends and spin-offs are not
 * adjusted for. Unit: the instrument's currency.
 */
export function adjustedCloses(prices: InstrumentPrices, period: Period): PeriodCloses {
  const traded = tradedCloses(prices, period)
  const { firstDay } = traded
  const changes = prices.splits.filter(({ day }) => day > firstDay && day <= period.to).map(({ day }) => day)
  if (changes.length === 0) return traded
  const values = Float64Array.from(traded.values)
  // The units are the same from one split to the next.
  for (const [index, from] of [firstDay, ...changes].entries()) {
    const ratio = splitRatio(prices.splits, from, period.to)
    const until = Math.min(values.length, (changes[index] ?? period.to + 1) - firstDay)
    for (let place = from - firstDay; place < until; place += 1) values[place] = (values[place] ?? 0) / ratio
  }
  return { firstDay, values }
}
