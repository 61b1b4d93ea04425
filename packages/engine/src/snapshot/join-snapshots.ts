import type { Account } from '../ledger/ledger.ts'
import type { ColumnGroup, Columns } from './columns.ts'
import { computeOnce } from './compute-once.ts'
import { concatenate, joinColumns, offsetRows, type Renumbering, runningOffsets } from './join-columns.ts'
import { joinInstruments } from './join-instruments.ts'
import type { PortfolioSnapshot } from './snapshot.ts'
import { joinTexts } from './text-column.ts'

/** The places of a snapshot's accounts and instruments in the joined one, by their own place. */
export interface JoinedPlaces {
  readonly accounts: Int32Array
  readonly instruments: Int32Array
}

export interface JoinedSnapshot {
  readonly snapshot: PortfolioSnapshot
  /** One per input snapshot. */
  readonly places: readonly JoinedPlaces[]
}

/**
 * Joins several snapshots as if their ledgers had been derived together. They must be derived as of the same day from
 * the same market and share no account: then no lot, transfer or payment of one touches another, and joining is
 * renumbering. Transactions and events stay in the order of their own ledger, one ledger after the other.
 *
 * Columns that grow with the ledgers are joined when they are first read: what is computed part by part needs none of
 * them, see `listParts`.
 *
 * One thing differs from deriving together: where an instrument is valued by a ledger itself (its own valuations, trade
 * prices before the first quote), each snapshot keeps its own column. So every position has the same value in the
 * joined snapshot as in its own, and the parts add up to the whole.
 */
export function joinSnapshots(snapshots: readonly PortfolioSnapshot[]): JoinedSnapshot {
  const [first] = snapshots
  if (!first) throw new Error('joinSnapshots needs at least one snapshot')
  const accounts = joinAccounts(snapshots)
  const currencies = [...new Set(snapshots.flatMap(snapshot => snapshot.currencies))].sort()
  const joinedInstruments = joinInstruments(snapshots)
  const offsets = countOffsets(snapshots)
  const renumbering: Renumbering = {
    offsets,
    places: {
      accounts: accounts.places,
      currencies: snapshots.map(snapshot =>
        Int32Array.from(snapshot.currencies, name => currencies.indexOf(name)),
      ),
      instruments: joinedInstruments.places,
    },
  }
  const join = <Group extends ColumnGroup>(
    group: Group,
    read: (snapshot: PortfolioSnapshot) => Columns<Group>,
  ) => computeOnce(() => joinColumns(group, snapshots.map(read), renumbering))
  const positions = {
    count: snapshots.reduce((sum, snapshot) => sum + snapshot.positions.count, 0),
    keys: snapshots.flatMap(snapshot => snapshot.positions.keys),
    ...join('positions', snapshot => snapshot.positions)(),
  }
  const events = join('events', snapshot => snapshot.events)
  const lots = join('lots', snapshot => snapshot.lots)
  const pieces = join('pieces', snapshot => snapshot.pieces)
  const postings = join('postings', snapshot => snapshot.postings)
  const segments = computeOnce(() => ({
    ...join('segments', snapshot => snapshot.segments)(),
    positionFrom: positions.segmentFrom,
  }))
  const transactions = computeOnce(() => joinTexts(snapshots.map(snapshot => snapshot.transactions)))
  const transactionDays = computeOnce(() => joinInts(snapshots.map(snapshot => snapshot.transactionDays)))
  const chronological = computeOnce(() => joinOrder(snapshots, offsets.events))
  const { instruments, prices, isMarketPrice, underlyings } = joinedInstruments
  const snapshot: PortfolioSnapshot = {
    firstDay: snapshots.reduce((day, { firstDay }) => Math.min(day, firstDay), first.firstDay),
    lastDay: first.lastDay,
    accounts: accounts.all,
    instruments,
    currencies,
    positions,
    get transactions() {
      return transactions()
    },
    get transactionDays() {
      return transactionDays()
    },
    get events() {
      return events()
    },
    get chronological() {
      return chronological()
    },
    ledgerFrom: [...offsets.events, snapshots.reduce((sum, { events: { day } }) => sum + day.length, 0)],
    get lots() {
      return lots()
    },
    get pieces() {
      return pieces()
    },
    get postings() {
      return postings()
    },
    get segments() {
      return segments()
    },
    ...joinAccruals(snapshots, offsets),
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
    transactions: offsetsBy(({ transactionDays }) => transactionDays.length),
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

/** The events of each snapshot in its own order, one snapshot after the other. */
function joinOrder(snapshots: readonly PortfolioSnapshot[], offsets: readonly number[]): Int32Array {
  const parts = snapshots.map(({ chronological }) => chronological)
  return offsetRows(parts, new Int32Array(countAll(parts)), offsets)
}

function joinInts(parts: readonly Int32Array[]): Int32Array {
  return concatenate(parts, new Int32Array(countAll(parts)))
}

function countAll(parts: readonly Int32Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
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
  }))
}
