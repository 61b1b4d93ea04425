import {
  type Day,
  isWeekend,
  type PriceSeries,
  parseDay,
  previousWeekday,
  STALE_AFTER_DAYS,
} from '@plumbline/engine'
import { countUntil } from './count-until.ts'
import type { InstrumentRow } from './facts.store.ts'

/** The last days that a family's own data reaches. Null where it has none. */
export interface DataDays {
  /** The last close of a held instrument, on its own calendar. */
  quote: Day | null
  /** The last transaction or valuation. */
  entry: Day | null
}

/** The instruments with units in some account, and the last transaction. */
export interface HeldInstruments {
  held: ReadonlySet<string>
  lastDay: Day | null
}

/** An instrument that has recently closed on a weekend trades on weekends. */
const recentQuotes = 10

export interface MarketDays {
  today: Day
  /** The last weekday with any close; null without closes. */
  marketDay: Day | null
}

/**
 * The last day of figures: the last close of what is held, or a later transaction or valuation, so that nothing that
 * is posted is hidden. Without any quoted holding it is the last business day. Closes that are more than a week behind
 * the market are stale: figures go on to the day of the market and flag them. Never after a day that has not begun.
 */
export function chooseAsOf({ quote, entry }: DataDays, { today, marketDay }: MarketDays): Day {
  const isStale = quote !== null && marketDay !== null && marketDay - quote > STALE_AFTER_DAYS
  const closed = (isStale ? marketDay : quote) ?? (isWeekend(today) ? previousWeekday(today) : today)
  return Math.min(latestDay(today), Math.max(closed, entry ?? closed))
}

/** East of UTC the next day has begun already, and entries of it count. */
export const latestDay = (today: Day): Day => today + 1

export function joinDataDays(families: readonly DataDays[]): DataDays {
  return {
    quote: latest(families.map(family => family.quote)),
    entry: latest(families.map(family => family.entry)),
  }
}

/** The days of a family's own data up to the latest day. Prices of what it does not hold have no effect. */
export function findDataDays(
  instruments: readonly InstrumentRow[],
  { held, lastDay }: HeldInstruments,
  prices: ReadonlyMap<string, PriceSeries>,
  today: Day,
): DataDays {
  const entries: (Day | null)[] = [lastDay]
  const closes: RecentCloses[] = []
  for (const instrument of instruments) {
    const series = held.has(instrument.id) ? prices.get(instrument.id) : undefined
    if (!series) continue
    const expires = instrument.contract_expiration
    const last = expires === null ? latestDay(today) : Math.min(latestDay(today), parseDay(expires))
    const days = series.quoteDays.subarray(0, countUntil(series.quoteDays, last))
    // Valuations are rare, and the closes of an expired contract have ended: neither says how far the market is.
    if (series.kind === 'valuation') entries.push(days.at(-1) ?? null)
    else if (days.length > 0 && last < today) entries.push(readCloses(days).lastWeekday)
    else if (days.length > 0) closes.push(readCloses(days))
  }
  // Of a mixed portfolio a weekend would show the moves of a part only.
  const tradesOnWeekends = closes.every(each => each.tradesOnWeekends)
  const quotes = closes.map(each => (tradesOnWeekends ? each.last : each.lastWeekday))
  return { quote: latest(quotes), entry: latest(entries) }
}

interface RecentCloses {
  last: Day
  lastWeekday: Day
  tradesOnWeekends: boolean
}

function readCloses(days: Int32Array): RecentCloses {
  const last = days.at(-1) ?? 0
  return {
    last,
    lastWeekday: days.findLast(day => !isWeekend(day)) ?? last,
    tradesOnWeekends: days.slice(-recentQuotes).some(isWeekend),
  }
}

function latest(days: readonly (Day | null)[]): Day | null {
  return days.reduce<Day | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )
}
