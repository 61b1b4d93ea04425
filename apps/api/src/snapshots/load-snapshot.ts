import {
  buildSnapshot,
  type DailySeries,
  type Day,
  type Market,
  type PriceSeries,
  share,
} from '@plumbline/engine'
import type { Database, Scoped } from '../platform/db/database.ts'
import { chooseAsOf, type DataDays, findDataDays, joinDataDays } from './as-of.ts'
import { toEngineLedger, toEngineTransactions } from './engine-ledger.ts'
import { readVersions, type Versions } from './facts.store.ts'
import { type DraftTransactions, type FamilyFacts, readFamilyFacts } from './family-facts.ts'
import { forwardRates } from './forward-rates.ts'
import { joinFamilySnapshots } from './join-family-snapshots.ts'
import { buildLedgerColumns } from './ledger-columns.ts'
import { addPrices, type MarketColumns, openMarket, pivotCurrency } from './market-columns.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'
import { findUnpostedSplits } from './unposted-splits.ts'

export interface LoadedSnapshot extends SnapshotWithMetadata {
  versions: Versions
  /** Shared memory of this snapshot without market data. */
  bytes: number
  market: MarketColumns
  /** Shared memory that this load added to the market data. */
  marketBytes: number
}

/** The database has not yet reached the versions that the load requires. */
export class StaleFacts extends Error {}

export interface SnapshotRequest {
  families: readonly string[]
  /** The last day of market data. */
  today: Day
  marketDay: Day | null
  /** The last day of figures; null: the one that follows from the data of the families. */
  asOf: Day | null
  /** Columns of the cache to build on. */
  market: MarketColumns | null
  draft?: DraftTransactions
  /** The oldest versions that will do; null for any. */
  atLeast: Versions | null
}

/** Reads families within one database snapshot and builds one portfolio snapshot of them in shared memory. */
export async function loadSnapshot(database: Database, request: SnapshotRequest): Promise<LoadedSnapshot> {
  const { versions, facts, market } = await database.withinSnapshot('system', tx => readFacts(tx, request))
  const shared = share(market)
  const days = facts.map(family => findDataDays(family, shared.value.prices, request.today))
  const asOf = request.asOf ?? chooseAsOf(joinDataDays(days), request)
  const columns = cutMarket(shared.value, facts, asOf)
  const parts = facts.map((family, place) =>
    build(family, columns, days[place] ?? { quote: null, entry: null }, asOf),
  )
  const [first] = parts
  const whole = first && parts.length === 1 ? first : joinFamilySnapshots(parts)
  return { ...whole, versions, market: shared.value, marketBytes: shared.bytes }
}

async function readFacts(tx: Scoped, request: SnapshotRequest) {
  const { families, today, market: known, draft = [], atLeast } = request
  const versions = await readVersions(tx, families)
  if (atLeast && !hasReached(versions, atLeast)) throw new StaleFacts()
  let market = await openMarket(tx, known, versions.market, today)
  const facts: FamilyFacts[] = []
  // A user without families gets an empty snapshot.
  for (const ids of families.length === 0 ? [[]] : families.map(id => [id])) {
    const family = await readFamilyFacts(tx, ids, draft)
    market = await addPrices(tx, market, family.instruments)
    facts.push(family)
  }
  return { versions, facts, market }
}

function build(
  facts: FamilyFacts,
  quoted: Market,
  dataDays: DataDays,
  asOf: Day,
): SnapshotWithMetadata & { bytes: number } {
  const { accounts, instruments, transactions, former, metadata } = facts
  const forwards = forwardRates(instruments, transactions, quoted, asOf)
  const columns =
    forwards.size === 0 ? quoted : { ...quoted, prices: new Map([...quoted.prices, ...forwards]) }
  const { calendar } = metadata
  const unpostedSplits = findUnpostedSplits({ instruments, transactions, calendar }, asOf)
  const posted = toEngineLedger(accounts, instruments, transactions)
  const snapshot = share(buildSnapshot(posted, columns, asOf))
  const ledger = share(
    buildLedgerColumns(transactions, former, posted, toEngineTransactions(former), columns),
  )
  return {
    snapshot: snapshot.value,
    metadata: { ...metadata, dataDays, unpostedSplits, ledger: ledger.value },
    bytes: snapshot.bytes + ledger.bytes,
  }
}

/** The market up to a day, as views of the shared columns: families may end on different days. */
function cutMarket(market: MarketColumns, facts: readonly FamilyFacts[], asOf: Day): Market {
  const { prices, rates } = market
  if (asOf === market.lastDay) return { pivot: pivotCurrency, prices, rates }
  const cut = new Map<string, PriceSeries>()
  for (const { instruments } of facts)
    for (const { id } of instruments) {
      const series = prices.get(id)
      if (!series || cut.has(id)) continue
      const quoteDays = series.quoteDays.subarray(0, countUntil(series.quoteDays, asOf))
      if (quoteDays.length > 0) cut.set(id, { ...series, ...cutSeries(series, asOf), quoteDays })
    }
  const known = [...rates].map(([currency, series]): [string, DailySeries] => [
    currency,
    cutSeries(series, asOf),
  ])
  return { pivot: pivotCurrency, prices: cut, rates: new Map(known) }
}

function cutSeries({ firstDay, values, quoteDays }: DailySeries, asOf: Day): DailySeries {
  return {
    firstDay,
    values: values.subarray(0, Math.max(0, asOf - firstDay + 1)),
    ...(quoteDays && { quoteDays: quoteDays.subarray(0, countUntil(quoteDays, asOf)) }),
  }
}

function countUntil(days: Int32Array, last: Day): number {
  let count = days.length
  while (count > 0 && (days[count - 1] as number) > last) count -= 1
  return count
}

/** Whether `found` is at least as new as `wanted`. */
export function hasReached(found: Versions, wanted: Versions): boolean {
  const versions = new Map(found.families.map(({ id, version }) => [id, BigInt(version)]))
  const hasFamilies = wanted.families.every(({ id, version }) => (versions.get(id) ?? -1n) >= BigInt(version))
  return hasFamilies && BigInt(found.market) >= BigInt(wanted.market)
}
