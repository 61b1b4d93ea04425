import { buildSnapshot, type Day, type Market, share } from '@plumbline/engine'
import type { Database, Scoped } from '../platform/db/database.ts'
import { ledgerOf, transactionsOf } from './engine-ledger.ts'
import { readVersions, type Versions } from './facts.store.ts'
import { type Draft, type FamilyFacts, readFamilyFacts } from './family-facts.ts'
import { forwardRates } from './forward-rates.ts'
import { joinNamedSnapshots } from './join-named-snapshots.ts'
import { ledgerColumns } from './ledger-columns.ts'
import { type MarketColumns, openMarket, pivotCurrency, withPrices } from './market-columns.ts'
import type { NamedSnapshot } from './named-snapshot.ts'

export interface LoadedSnapshot extends NamedSnapshot {
  versions: Versions
  /** Shared memory of this snapshot alone, without the market's. */
  bytes: number
  market: MarketColumns
  /** Shared memory that this load added to the market. */
  marketBytes: number
}

/** The database that was read has not caught up with what it was to have reached. */
export class StaleFacts extends Error {}

/**
 * Reads the facts of some families in one snapshot and derives their snapshots, which are joined to one, with all columns
 * shared.
 */
export async function loadSnapshot(
  database: Database,
  familyIds: readonly string[],
  lastDay: Day,
  known: MarketColumns | null,
  draft: Draft = [],
  atLeast: Versions | null = null,
): Promise<LoadedSnapshot> {
  const { versions, facts, market } = await database.withinSnapshot('system', tx =>
    readFacts(tx, familyIds, lastDay, known, draft, atLeast),
  )
  const shared = share(market)
  const parts = facts.map(family => derive(family, shared.value))
  const [first] = parts
  const whole = first && parts.length === 1 ? first : joinNamedSnapshots(parts)
  return { ...whole, versions, market: shared.value, marketBytes: shared.bytes }
}

async function readFacts(
  tx: Scoped,
  familyIds: readonly string[],
  lastDay: Day,
  known: MarketColumns | null,
  draft: Draft,
  atLeast: Versions | null,
) {
  const versions = await readVersions(tx, familyIds)
  if (atLeast && !hasReached(versions, atLeast)) throw new StaleFacts()
  let market = await openMarket(tx, known, versions.market, lastDay)
  const facts: FamilyFacts[] = []
  // Who has no family has a snapshot all the same, of nothing.
  for (const ids of familyIds.length === 0 ? [[]] : familyIds.map(id => [id])) {
    const family = await readFamilyFacts(tx, ids, draft)
    market = await withPrices(tx, market, family.instruments)
    facts.push(family)
  }
  return { versions, facts, market }
}

function derive(facts: FamilyFacts, market: MarketColumns): NamedSnapshot & { bytes: number } {
  const { accounts, instruments, transactions, former, names } = facts
  const { lastDay } = market
  const quoted: Market = { pivot: pivotCurrency, prices: market.prices, rates: market.rates }
  const forwards = forwardRates(instruments, transactions, quoted, lastDay)
  const columns =
    forwards.size === 0 ? quoted : { ...quoted, prices: new Map([...quoted.prices, ...forwards]) }
  const stated = ledgerOf(accounts, instruments, transactions)
  const snapshot = share(buildSnapshot(stated, columns, lastDay))
  const ledger = share(ledgerColumns(transactions, former, stated, transactionsOf(former), columns))
  return {
    snapshot: snapshot.value,
    names: { ...names, ledger: ledger.value },
    bytes: snapshot.bytes + ledger.bytes,
  }
}

/** Whether everything is there that the wanted versions count. */
export function hasReached(found: Versions, wanted: Versions): boolean {
  const versionOf = new Map(found.families.map(({ id, version }) => [id, BigInt(version)]))
  const hasFamilies = wanted.families.every(
    ({ id, version }) => (versionOf.get(id) ?? -1n) >= BigInt(version),
  )
  return hasFamilies && BigInt(found.market) >= BigInt(wanted.market)
}
