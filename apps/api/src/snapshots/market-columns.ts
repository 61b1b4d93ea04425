import {
  type DailySeries,
  type Day,
  dayOf,
  type PriceSeries,
  priceSeriesOfYears,
  rateSeriesOfYears,
} from '@plumbline/engine'
import type { Scoped } from '../platform/db/database.ts'
import { anySubject, ratesSubject } from '../platform/db/market.ts'
import { type InstrumentRow, readCloses, readRates } from './facts.store.ts'
import { readMarketChanges } from './market-changes.store.ts'

/** The currency that rates are kept against. */
export const pivotCurrency = 'USD'

/** Market columns that are in shared memory already, as of one version of the market. */
export interface MarketColumns {
  version: string
  lastDay: Day
  prices: Map<string, PriceSeries>
  rates: Map<string, DailySeries>
}

/** The columns that are known and have not changed since, with those of all rates. */
export async function openMarket(
  tx: Scoped,
  known: MarketColumns | null,
  version: string,
  lastDay: Day,
): Promise<MarketColumns> {
  const changed = await changedSince(tx, known, version, lastDay)
  if (known === null || changed.has(anySubject))
    return { version, lastDay, prices: new Map(), rates: await rates(tx, lastDay) }
  return {
    version,
    lastDay,
    prices: new Map([...known.prices].filter(([id]) => !changed.has(id))),
    rates: changed.has(ratesSubject) ? await rates(tx, lastDay) : known.rates,
  }
}

async function changedSince(
  tx: Scoped,
  known: MarketColumns | null,
  version: string,
  lastDay: Day,
): Promise<ReadonlySet<string>> {
  if (known === null || known.lastDay !== lastDay || BigInt(known.version) > BigInt(version))
    return new Set([anySubject])
  const changes = known.version === version ? [] : await readMarketChanges(tx, known.version)
  return new Set(changes.map(({ subject }) => subject))
}

/** The same with the closes of some instruments. */
export async function withPrices(
  tx: Scoped,
  market: MarketColumns,
  instruments: readonly InstrumentRow[],
): Promise<MarketColumns> {
  const missing = instruments.filter(row => !market.prices.has(row.id))
  if (missing.length === 0) return market
  const added = await prices(tx, missing, market.lastDay)
  return { ...market, prices: new Map([...market.prices, ...added]) }
}

async function prices(
  tx: Scoped,
  instruments: readonly InstrumentRow[],
  lastDay: Day,
): Promise<Map<string, PriceSeries>> {
  const closes = await readCloses(
    tx,
    instruments.map(row => row.id),
  )
  const series = new Map<string, PriceSeries>()
  for (const row of instruments) {
    const years = closes.get(row.id)
    if (!years) continue
    const splits = row.splits.map(split => ({ ...split, day: dayOf(split.date) }))
    series.set(
      row.id,
      priceSeriesOfYears(years, lastDay, { splits, adjusted: row.is_split_adjusted, kind: row.price_kind }),
    )
  }
  return series
}

async function rates(tx: Scoped, lastDay: Day): Promise<Map<string, DailySeries>> {
  const years = await readRates(tx)
  return new Map([...years].map(([currency, columns]) => [currency, rateSeriesOfYears(columns, lastDay)]))
}
