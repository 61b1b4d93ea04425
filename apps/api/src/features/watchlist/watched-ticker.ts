import {
  currencyCode,
  type PriceTarget,
  type PriceUnits,
  type Ticker,
  type WatchedTicker,
} from '@plumbline/contract'
import { currencyUnit, decimate, parseDay, STALE_AFTER_DAYS, splitRatio, toIsoDate } from '@plumbline/engine'
import type { Holdings } from './holdings.query.ts'
import type { CloseRow, TickerRow } from './tickers.store.ts'
import type { TargetRow, WatchedRow } from './watchlist.store.ts'

export interface Close {
  date: string
  price: number
}

const trendPoints = 32

/** Quotes in minor units (pence) are shown in the main currency. */
export function wireTicker(row: TickerRow): Ticker {
  return {
    id: row.id,
    name: row.name,
    long_name: row.long_name,
    symbol: row.symbol,
    isin: row.isin,
    exchange: row.exchange,
    instrument_type: row.instrument_type,
    currency: currencyUnit(row.currency).currency,
  }
}

/**
 * Closes in the currency of the ticker. Adjusted ones are in units of `asOf`, the last business day with closes: a split
 * that is only announced does not count yet.
 */
export function restateCloses(
  ticker: TickerRow,
  rows: readonly CloseRow[],
  asOf: string | null,
  units: PriceUnits = 'adjusted',
): Close[] {
  const { factor } = currencyUnit(ticker.currency)
  const splits = listSplits(ticker)
  const last = parseDay(asOf ?? rows.at(-1)?.date ?? '1970-01-01')
  return rows.map(({ date, close }) => {
    const ratio = splits.length === 0 ? 1 : splitRatio(splits, parseDay(date), last)
    const stored = Number(close) / factor
    if (ticker.is_split_adjusted) return { date, price: units === 'adjusted' ? stored : stored * ratio }
    return { date, price: units === 'adjusted' ? stored / ratio : stored }
  })
}

function listSplits({ splits }: TickerRow) {
  return splits.map(split => ({ ...split, day: parseDay(split.date) }))
}

/** The splits between the first and the last of some closes. */
export function splitsWithin({ splits }: TickerRow, closes: readonly Close[]) {
  const first = closes[0]?.date ?? ''
  const last = closes.at(-1)?.date ?? ''
  return splits
    .filter(({ date }) => date > first && date <= last)
    .map(({ date, numerator, denominator }) => ({
      date,
      numerator: Number(numerator),
      denominator: Number(denominator),
    }))
}

/** Decimates closes, keeping extremes. */
export function thinOut(closes: readonly Close[], points: number | undefined): Close[] {
  const column = Float64Array.from(closes, close => close.price)
  return Array.from(decimate(column, points ?? Number.POSITIVE_INFINITY), index => closes[index]).filter(
    close => close !== undefined,
  )
}

export function priceFlags(last: Close | undefined, lastClose: string | null): WatchedTicker['flags'] {
  if (!last) return [{ code: 'no_price', fields: ['price'], date: null, amount: null }]
  const oldest = lastClose === null ? null : toIsoDate(parseDay(lastClose) - STALE_AFTER_DAYS)
  return oldest !== null && last.date < oldest
    ? [{ code: 'stale', fields: ['price'], date: last.date, amount: null }]
    : []
}

/** A ticker with price, targets and distances. */
export function wireWatched(row: WatchedRow, holdings: Holdings, lastClose: string | null): WatchedTicker {
  const held = holdings.held[row.ticker.id]
  const closes = restateCloses(row.ticker, row.closes, lastClose)
  const last = closes.at(-1)
  const before = closes.at(-2)
  const targets = row.targets.map(target => wireTarget(target, last?.price ?? null))
  return {
    id: row.id,
    ticker: wireTicker(row.ticker),
    price_targets: targets,
    note: row.note,
    price: last?.price ?? null,
    price_date: last?.date ?? null,
    day_change: last && before && before.price !== 0 ? last.price / before.price - 1 : null,
    nearest_distance: nearestDistance(targets),
    held_quantity: held?.quantity ?? null,
    held_value: held?.value ?? null,
    value_currency: currencyCode.parse(holdings.currency),
    family: holdings.family,
    price_trend: thinOut(closes, trendPoints).map(close => close.price),
    created_at: row.created_at.toISOString(),
    version: row.version,
    flags: priceFlags(last, lastClose),
  }
}

function wireTarget(target: TargetRow, price: number | null): PriceTarget {
  const wanted = Number(target.price)
  return {
    id: target.id,
    price: wanted,
    direction: target.direction,
    note: target.note,
    notify: target.notify,
    reached_at: target.reached_at === null ? null : new Date(target.reached_at).toISOString(),
    distance: price === null || price === 0 ? null : wanted / price - 1,
    change_since: target.reached_at === null || price === null ? null : price / wanted - 1,
  }
}

/** The smallest distance of open targets, up or down. */
function nearestDistance(targets: readonly PriceTarget[]): number | null {
  const open = targets.flatMap(({ reached_at, distance }) =>
    reached_at === null && distance !== null ? [distance] : [],
  )
  return open.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null
}
