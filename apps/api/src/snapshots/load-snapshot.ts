import {
  assumeRates,
  buildResumableSnapshot,
  continueSnapshot,
  type DailySeries,
  type Day,
  type Market,
  openSharedMemory,
  type PriceSeries,
  share,
} from '@plumbline/engine'
import type { Database, Scoped } from '../platform/db/database.ts'
import { chooseAsOf, type DataDays, findDataDays, joinDataDays, latestDay } from './as-of.ts'
import { type AssumedMarket, assumedPricesBy } from './assumed-market.ts'
import { continueLedger } from './continue-ledger.ts'
import {
  estimateBytes,
  findContinuation,
  type LoadContinuation,
  listKnown,
  listNotedTransactions,
  type PreviousSnapshot,
} from './continue-load.ts'
import { countUntil } from './count-until.ts'
import { toEngineLedger, toEngineTransactions } from './engine-ledger.ts'
import { readVersions, type Versions } from './facts.store.ts'
import { type DraftTransactions, type FamilyFacts, readFamilyFacts } from './family-facts.ts'
import { forwardRates } from './forward-rates.ts'
import { findHeld } from './held-instruments.ts'
import { joinFamilySnapshots } from './join-family-snapshots.ts'
import { buildLedgerColumns } from './ledger-columns.ts'
import { countBytes, type LoadResume, packResume } from './load-resume.ts'
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
  /** What a later load of the same family can continue from; null where it has to begin again. */
  resume: LoadResume | null
  /** Whether this load continued an earlier one. */
  isContinued: boolean
}

/** The database has not yet reached the versions that the load requires. */
export class StaleFacts extends Error {}

export interface SnapshotRequest {
  families: readonly string[]
  /** In UTC: one day for all users, who share snapshots. */
  today: Day
  marketDay: Day | null
  /** The last day of figures; null: the one that follows from the data of the families. */
  asOf: Day | null
  /** Columns of the cache to build on. */
  market: MarketColumns | null
  draft?: DraftTransactions
  /** Together with a draft. */
  assumed?: AssumedMarket
  /** The oldest versions that will do; null for any. */
  atLeast: Versions | null
  /** An older snapshot of the same family. */
  previous?: PreviousSnapshot | null
}

/**
 * Reads families within one database snapshot and builds one portfolio snapshot of them in shared memory. Where an older
 * snapshot is given, only what has changed since is read and derived, if nothing else depends on it.
 */
export async function loadSnapshot(database: Database, request: SnapshotRequest): Promise<LoadedSnapshot> {
  const read = await database.withinSnapshot('system', tx => readFacts(tx, request))
  const { versions, facts, market, continuation } = read
  const shared = share(market)
  const days = facts.map(family =>
    findDataDays(
      family.instruments,
      findHeld(continuation, family, latestDay(request.today)),
      shared.value.prices,
      request.today,
    ),
  )
  const asOf = request.asOf ?? chooseAsOf(joinDataDays(days), request)
  const columns = cutMarket(shared.value, facts, asOf)
  const parts: BuiltPart[] = []
  for (const [place, family] of facts.entries()) {
    const part = build(family, continuation, assumeMarket(columns, family, asOf, request.assumed), {
      dataDays: days[place] ?? { quote: null, entry: null },
      asOf,
    })
    // Something before the change depends on it.
    if (part === null) {
      const older = { ...request, market: shared.value, previous: findOlder(request, continuation) }
      const again = await loadSnapshot(database, older)
      return { ...again, marketBytes: again.marketBytes + shared.bytes }
    }
    parts.push(part)
  }
  const [first] = parts
  const whole = first && parts.length === 1 ? first : shareJoined(parts)
  return {
    ...whole,
    versions,
    market: shared.value,
    marketBytes: shared.bytes,
    isContinued: continuation !== null,
  }
}

/** Joins families in shared memory: for a draft, or where their snapshots would never agree on a market. */
function shareJoined(parts: readonly BuiltPart[]): BuiltPart {
  const { value, bytes } = share(joinFamilySnapshots(parts))
  return { ...value, bytes, resume: null }
}

/**
 * The older snapshot with its earlier states only, to try once more: the closes of a day often arrive after transactions of
 * that day. Null where everything has to be read and derived.
 */
function findOlder(
  { previous }: SnapshotRequest,
  continuation: LoadContinuation | null,
): PreviousSnapshot | null {
  if (!previous || !continuation || previous.isSecondTry) return null
  const { resume } = previous
  const checkpoints = resume.checkpoints.filter(({ day }) => day < continuation.checkpoint.day)
  return { ...previous, resume: { ...resume, checkpoints }, isSecondTry: true }
}

/** The market of a family with what is assumed of its last day. */
function assumeMarket(
  market: Market,
  { instruments }: FamilyFacts,
  asOf: Day,
  assumed: AssumedMarket | undefined,
): Market {
  if (!assumed) return market
  const rated = assumeRates(market, new Map(assumed.rates), asOf)
  return { ...rated, assumed: assumedPricesBy(assumed, instruments) }
}

async function readFacts(tx: Scoped, request: SnapshotRequest) {
  const { families, today, market: known, draft = [], assumed, atLeast, previous } = request
  const versions = await readVersions(tx, families)
  if (atLeast && !hasReached(versions, atLeast)) throw new StaleFacts()
  let market = await openMarket(tx, known, versions.market, today)
  const continuation = previous && draft.length === 0 ? await findContinuation(tx, previous, versions) : null
  const facts: FamilyFacts[] = []
  // A user without families gets an empty snapshot.
  for (const ids of families.length === 0 ? [[]] : families.map(id => [id])) {
    const family = await readFamilyFacts(tx, ids, draft, {
      known: continuation && listKnown(continuation),
      others: assumed?.instruments ?? [],
    })
    market = await addPrices(tx, market, family.instruments)
    facts.push(family)
  }
  return { versions, facts, market, continuation }
}

type BuiltPart = SnapshotWithMetadata & { bytes: number; resume: LoadResume | null }

/** Derives a family, from an earlier snapshot where one is given; null where that is not possible. */
function build(
  facts: FamilyFacts,
  continuation: LoadContinuation | null,
  quoted: Market,
  { dataDays, asOf }: { dataDays: DataDays; asOf: Day },
): BuiltPart | null {
  const { accounts, instruments, transactions, former, metadata } = facts
  const noted = continuation ? listNotedTransactions(continuation) : []
  const memory = continuation && openSharedMemory(estimateBytes(continuation, transactions.length))
  const posted = toEngineLedger(accounts, instruments, transactions, noted)
  const forwards = forwardRates(instruments, [...noted, ...posted.transactions], quoted, asOf)
  const columns =
    forwards.size === 0 ? quoted : { ...quoted, prices: new Map([...quoted.prices, ...forwards]) }
  const built = continuation
    ? continueSnapshot(
        { ...continuation, ...(memory && { allocate: memory.allocate }) },
        posted,
        columns,
        asOf,
      )
    : buildResumableSnapshot(posted, columns, asOf)
  if (built === null) return null
  const snapshot = share(built.snapshot)
  const own = buildLedgerColumns(transactions, former, posted, toEngineTransactions(former), columns)
  const linked = continuation
    ? continueLedger(continuation.ledger, continuation.kept, own, memory?.allocate)
    : own
  const ledger = share(linked.columns)
  const resume = built.resume && packResume(built.resume, linked.links)
  const { calendar } = metadata
  const unpostedSplits = findUnpostedSplits(
    { snapshot: snapshot.value, ledger: ledger.value, instruments, calendar },
    asOf,
  )
  return {
    snapshot: snapshot.value,
    metadata: { ...metadata, dataDays, unpostedSplits, ledger: ledger.value },
    bytes: snapshot.bytes + ledger.bytes + (memory?.usedBytes() ?? 0) + (resume ? countBytes(resume) : 0),
    resume,
  }
}

/** The market up to a day, as views of the shared columns: families may end on different days. */
function cutMarket(market: MarketColumns, facts: readonly FamilyFacts[], asOf: Day): Market {
  const { prices, rates } = market
  if (asOf === latestDay(market.today)) return { pivot: pivotCurrency, prices, rates }
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

/** Whether `found` is at least as new as `wanted`. */
export function hasReached(found: Versions, wanted: Versions): boolean {
  const versions = new Map(found.families.map(({ id, version }) => [id, BigInt(version)]))
  const hasFamilies = wanted.families.every(({ id, version }) => (versions.get(id) ?? -1n) >= BigInt(version))
  return hasFamilies && BigInt(found.market) >= BigInt(wanted.market)
}
