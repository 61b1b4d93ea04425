import type { Account } from '../ledger/ledger.ts'
import type { ColumnGroup, Columns } from './columns.ts'
import { type Allocate, joinColumns, mergeByDay, type Renumbering, runningOffsets } from './join-columns.ts'
import { joinInstruments } from './join-instruments.ts'
import type { PortfolioSnapshot } from './snapshot.ts'
import { joinTexts } from './text-column.ts'

/** The places of a snapshot's accounts, instruments and transactions in the joined one, by their own place. */
export interface JoinedPlaces {
  readonly accounts: Int32Array
  readonly instruments: Int32Array
  readonly transactions: Int32Array
}

export interface JoinedSnapshot {
  readonly snapshot: PortfolioSnapshot
  /** One per input snapshot. */
  readonly places: readonly JoinedPlaces[]
}

const privateMemory: Allocate = bytes => new ArrayBuffer(bytes)

/**
 * Joins several snapshots as if their ledgers had been derived together. They must be derived as of the same day from
 * the same market and share no account: then no lot, transfer or payment of one touches another, and joining is
 * renumbering.
 *
 * One thing differs from deriving together: where an instrument is valued by a ledger itself (its own valuations, trade
 * prices before the first quote), each snapshot keeps its own column. So every position has the same value in the
 * joined snapshot as in its own, and the parts add up to the whole.
 */
export function joinSnapshots(
  snapshots: readonly PortfolioSnapshot[],
  allocate: Allocate = privateMemory,
): JoinedSnapshot {
  const [first] = snapshots
  if (!first) throw new Error('joinSnapshots needs at least one snapshot')
  const accounts = joinAccounts(snapshots)
  const currencies = [...new Set(snapshots.flatMap(snapshot => snapshot.currencies))].sort()
  const joinedInstruments = joinInstruments(snapshots)
  const renumbering: Renumbering = {
    offsets: countOffsets(snapshots),
    places: {
      accounts: accounts.places,
      currencies: snapshots.map(snapshot =>
        Int32Array.from(snapshot.currencies, name => currencies.indexOf(name)),
      ),
      instruments: joinedInstruments.places,
      transactions: mergeByDay(snapshots.map(({ transactionDays }) => transactionDays)),
    },
  }
  const { instruments, prices, isMarketPrice, underlyings } = joinedInstruments
  const snapshot: PortfolioSnapshot = {
    firstDay: snapshots.reduce((day, { firstDay }) => Math.min(day, firstDay), first.firstDay),
    lastDay: first.lastDay,
    accounts: accounts.all,
    instruments,
    ...joinTransactions(snapshots, renumbering.places.transactions),
    currencies,
    ...joinGroups(snapshots, renumbering, allocate),
    chronological: joinOrder(snapshots, renumbering.offsets.events),
    ...joinAccruals(snapshots, renumbering.offsets),
    prices,
    isMarketPrice,
    underlyings,
    pivot: first.pivot,
    rates: first.rates,
    issues: snapshots.flatMap(({ issues }) => issues),
  }
  return { snapshot, places: listPlaces(snapshots, renumbering.places) }
}

/** Per group and snapshot the number of rows before its own. */
function countOffsets(snapshots: readonly PortfolioSnapshot[]): Renumbering['offsets'] {
  const offsetsBy = (count: (snapshot: PortfolioSnapshot) => number) => runningOffsets(snapshots.map(count))
  return {
    positions: offsetsBy(({ positions }) => positions.count),
    events: offsetsBy(({ events }) => events.day.length),
    lots: offsetsBy(({ lots }) => lots.day.length),
    pieces: offsetsBy(({ pieces }) => pieces.lot.length),
    postings: offsetsBy(({ postings }) => postings.day.length),
    segments: offsetsBy(({ segments }) => segments.from.length),
  }
}

function joinGroups(
  snapshots: readonly PortfolioSnapshot[],
  renumbering: Renumbering,
  allocate: Allocate,
): Pick<PortfolioSnapshot, ColumnGroup> {
  const join = <Group extends ColumnGroup>(
    group: Group,
    read: (snapshot: PortfolioSnapshot) => Columns<Group>,
  ) => joinColumns(group, snapshots.map(read), renumbering, allocate)
  const positions = join('positions', snapshot => snapshot.positions)
  return {
    positions: {
      count: snapshots.reduce((sum, snapshot) => sum + snapshot.positions.count, 0),
      keys: snapshots.flatMap(snapshot => snapshot.positions.keys),
      ...positions,
    },
    events: join('events', ({ events }) => events),
    lots: join('lots', ({ lots }) => lots),
    pieces: join('pieces', ({ pieces }) => pieces),
    postings: join('postings', ({ postings }) => postings),
    segments: {
      ...join('segments', ({ segments }) => segments),
      positionFrom: positions.segmentFrom,
    },
  }
}

/** Accounts in the order of their ids, as a ledger of all of them lists them. */
function joinAccounts(snapshots: readonly PortfolioSnapshot[]): { all: Account[]; places: Int32Array[] } {
  const all = snapshots.flatMap(snapshot => snapshot.accounts).sort((a, b) => (a.id < b.id ? -1 : 1))
  const placeById = new Map(all.map(({ id }, place) => [id, place]))
  if (placeById.size < all.length) throw new Error('joined snapshots must not share an account')
  return {
    all,
    places: snapshots.map(({ accounts }) => Int32Array.from(accounts, ({ id }) => placeById.get(id) ?? -1)),
  }
}

/** Transactions by day, the order of a ledger. */
function joinTransactions(
  snapshots: readonly PortfolioSnapshot[],
  places: readonly Int32Array[],
): Pick<PortfolioSnapshot, 'transactions' | 'transactionDays'> {
  const transactions = joinTexts(
    snapshots.map(snapshot => snapshot.transactions),
    places,
  )
  const transactionDays = new Int32Array(transactions.end.length)
  snapshots.forEach((snapshot, part) => {
    const placeByOwn = places[part] as Int32Array
    for (let own = 0; own < placeByOwn.length; own += 1)
      transactionDays[placeByOwn[own] as number] = snapshot.transactionDays[own] as number
  })
  return { transactions, transactionDays }
}

/** The events of all snapshots by day. */
function joinOrder(snapshots: readonly PortfolioSnapshot[], offsets: readonly number[]): Int32Array {
  const days = snapshots.map(({ chronological, events }) =>
    chronological.map(event => events.day[event] as number),
  )
  const joined = new Int32Array(days.reduce((sum, { length }) => sum + length, 0))
  mergeByDay(days).forEach((places, part) => {
    const { chronological } = snapshots[part] as PortfolioSnapshot
    const offset = offsets[part] as number
    for (let index = 0; index < places.length; index += 1)
      joined[places[index] as number] = (chronological[index] as number) + offset
  })
  return joined
}

function joinAccruals(
  snapshots: readonly PortfolioSnapshot[],
  offsets: Renumbering['offsets'],
): Pick<PortfolioSnapshot, 'claims' | 'marginRequirements'> {
  const marginRequirements = new Map<number, number>()
  snapshots.forEach((snapshot, part) => {
    const offset = offsets.lots[part] as number
    for (const [lot, amount] of snapshot.marginRequirements) marginRequirements.set(lot + offset, amount)
  })
  const claims = snapshots.flatMap((snapshot, part) => {
    const offset = offsets.positions[part] as number
    return snapshot.claims.map(claim => ({ ...claim, position: claim.position + offset }))
  })
  return { claims, marginRequirements }
}

function listPlaces(snapshots: readonly PortfolioSnapshot[], places: Renumbering['places']): JoinedPlaces[] {
  return snapshots.map((_, part) => ({
    accounts: places.accounts[part] as Int32Array,
    instruments: places.instruments[part] as Int32Array,
    transactions: places.transactions[part] as Int32Array,
  }))
}
