import { buildSnapshot, type Day, type Market, share } from '@plumbline/engine'
import type { Database, Scoped } from '../platform/db/database.ts'
import { toEngineLedger, toEngineTransactions } from './engine-ledger.ts'
import { readVersions, type Versions } from './facts.store.ts'
import { type DraftTransactions, type FamilyFacts, readFamilyFacts } from './family-facts.ts'
import { forwardRates } from './forward-rates.ts'
import { joinFamilySnapshots } from './join-family-snapshots.ts'
import { buildLedgerColumns } from './ledger-columns.ts'
import { addPrices, type MarketColumns, openMarket, pivotCurrency } from './market-columns.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'

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
  lastDay: Day
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
  const parts = facts.map(family => build(family, shared.value))
  const [first] = parts
  const whole = first && parts.length === 1 ? first : joinFamilySnapshots(parts)
  return { ...whole, versions, market: shared.value, marketBytes: shared.bytes }
}

async function readFacts(tx: Scoped, request: SnapshotRequest) {
  const { families, lastDay, market: known, draft = [], atLeast } = request
  const versions = await readVersions(tx, families)
  if (atLeast && !hasReached(versions, atLeast)) throw new StaleFacts()
  let market = await openMarket(tx, known, versions.market, lastDay)
  const facts: FamilyFacts[] = []
  // A user without families gets an empty snapshot.
  for (const ids of families.length === 0 ? [[]] : families.map(id => [id])) {
    const family = await readFamilyFacts(tx, ids, draft)
    market = await addPrices(tx, market, family.instruments)
    facts.push(family)
  }
  return { versions, facts, market }
}

function build(facts: FamilyFacts, market: MarketColumns): SnapshotWithMetadata & { bytes: number } {
  const { accounts, instruments, transactions, former, metadata } = facts
  const { lastDay } = market
  const quoted: Market = { pivot: pivotCurrency, prices: market.prices, rates: market.rates }
  const forwards = forwardRates(instruments, transactions, quoted, lastDay)
  const columns =
    forwards.size === 0 ? quoted : { ...quoted, prices: new Map([...quoted.prices, ...forwards]) }
  const posted = toEngineLedger(accounts, instruments, transactions)
  const snapshot = share(buildSnapshot(posted, columns, lastDay))
  const ledger = share(
    buildLedgerColumns(transactions, former, posted, toEngineTransactions(former), columns),
  )
  return {
    snapshot: snapshot.value,
    metadata: { ...metadata, ledger: ledger.value },
    bytes: snapshot.bytes + ledger.bytes,
  }
}

/** Whether `found` is at least as new as `wanted`. */
export function hasReached(found: Versions, wanted: Versions): boolean {
  const versions = new Map(found.families.map(({ id, version }) => [id, BigInt(version)]))
  const hasFamilies = wanted.families.every(({ id, version }) => (versions.get(id) ?? -1n) >= BigInt(version))
  return hasFamilies && BigInt(found.market) >= BigInt(wanted.market)
}
