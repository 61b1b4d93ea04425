import {
  type DailySeries,
  type Day,
  type PriceSeries,
  parseDay,
  priceSeriesFromYears,
  rateSeriesFromYears,
} from '@plumbline/engine'
import type { Scoped } from '../platform/db/database.ts'
import { anySubject, ratesSubject } from '../platform/db/market/market.ts'
import { latestDay } from './as-of.ts'
import { type InstrumentRow, readCloses, readRates } from './facts.store.ts'
import { readMarketChanges } from './market-changes.store.ts'

/** The currency that stored rates refer to. */
export const pivotCurrency = 'USD'

/** Market data in shared memory, of one version, up to the latest day. */
export interface MarketColumns {
  version: string
  today: Day
  prices: Map<string, PriceSeries>
  rates: Map<string, DailySeries>
}

/** All rates, and the known prices that have not changed since. */
export async function openMarket(
  tx: Scoped,
  known: MarketColumns | null,
  version: string,
  today: Day,
): Promise<MarketColumns> {
  const changed = await listChangedSubjects(tx, known, version, today)
  if (known === null || changed.has(anySubject))
    return { version, today, prices: new Map(), rates: await loadRates(tx, today) }
  return {
    version,
    today,
    prices: new Map([...known.prices].filter(([id]) => !changed.has(id))),
    rates: changed.has(ratesSubject) ? await loadRates(tx, today) : known.rates,
  }
}

async function listChangedSubjects(
  tx: Scoped,
  known: MarketColumns | null,
  version: string,
  today: Day,
): Promise<ReadonlySet<string>> {
  if (known === null || known.today !== today || BigInt(known.version) > BigInt(version))
    return new Set([anySubject])
  const changes = known.version === version ? [] : await readMarketChanges(tx, known.version)
  return new Set(changes.map(({ subject }) => subject))
}

/** Adds the prices of these instruments. */
export async function addPrices(
  tx: Scoped,
  market: MarketColumns,
  instruments: readonly InstrumentRow[],
): Promise<MarketColumns> {
  const missing = instruments.filter(row => !market.prices.has(row.id))
  if (missing.length === 0) return market
  const added = await loadPrices(tx, missing, market.today)
  return { ...market, prices: new Map([...market.prices, ...added]) }
}

async function loadPrices(
  tx: Scoped,
  instruments: readonly InstrumentRow[],
  today: Day,
): Promise<Map<string, PriceSeries>> {
  const closes = await readCloses(
    tx,
    instruments.map(row => row.id),
  )
  const series = new Map<string, PriceSeries>()
  for (const row of instruments) {
    const years = closes.get(row.id)
    if (!years) continue
    const splits = row.splits.map(split => ({ ...split, day: parseDay(split.date) }))
    series.set(
      row.id,
      priceSeriesFromYears(years, latestDay(today), {
        splits,
        adjusted: row.is_split_adjusted,
        kind: row.price_kind,
      }),
    )
  }
  return series
}

async function loadRates(tx: Scoped, today: Day): Promise<Map<string, DailySeries>> {
  const years = await readRates(tx)
  return new Map(
    [...years].map(([currency, columns]) => [currency, rateSeriesFromYears(columns, latestDay(today))]),
  )
}
