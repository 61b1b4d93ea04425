import type { Day } from '../../calendar/day.ts'
import { unitsOn } from '../../currency/position-value.ts'
import type { Instrument } from '../../ledger/ledger.ts'
import type { InstrumentPrices } from '../../valuation/instrument-prices.ts'
import { STALE_AFTER_DAYS } from '../../valuation/market.ts'
import type { QueryResult } from '../query.ts'

/** What the close of a day rests on. Lists hold the ids of instruments. */
export interface DayCompleteness {
  /** Held, and the close of the day is still expected. */
  readonly waiting: readonly string[]
  /** Held, and last priced more than `STALE_AFTER_DAYS` days before. */
  readonly stale: readonly string[]
}

/**
 * Whether the close of a day is complete: every held instrument has a quote of that day, or its market was closed.
 *
 * A day without a quote is over as well once there is a later quote, since closes arrive in order. Valuations and
 * forwards, which follow the rates, need no quote. An instrument without a quote for more than a week is not waited for.
 *
 * @param isClosed whether the market of an instrument was closed on the day.
 */
export function assessDay(
  { snapshot, isIn }: Pick<QueryResult, 'snapshot' | 'isIn'>,
  day: Day,
  isClosed: (instrument: Instrument) => boolean,
): DayCompleteness {
  const waiting = new Set<string>()
  const stale = new Set<string>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const instrument = snapshot.instruments[index]
    const prices = snapshot.prices[index]
    if (isIn[position] !== 1 || !instrument || !prices || unitsOn(snapshot, position, day) === 0) continue
    if (prices.kind === 'valuation' || instrument.type === 'fx_forward') continue
    const last = lastQuoteDay(prices, day)
    if (last === day) continue
    if (day - (last ?? prices.firstDay) > STALE_AFTER_DAYS) stale.add(instrument.id)
    else if (!isClosed(instrument) && (prices.quoteDays.at(-1) ?? 0) < day) waiting.add(instrument.id)
  }
  return { waiting: [...waiting], stale: [...stale] }
}

function lastQuoteDay({ quoteDays }: InstrumentPrices, day: Day): Day | null {
  let low = 0
  let high = quoteDays.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quoteDays[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return quoteDays[low - 1] ?? null
}
