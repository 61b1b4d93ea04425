import type { Account } from '../ledger/ledger.ts'
import { type Allocate, type ColumnJoiner, columnJoiner, offsetsOf, placesByDay } from './join-columns.ts'
import { type JoinedInstruments, joinInstruments } from './join-instruments.ts'
import type { PortfolioSnapshot } from './snapshot.ts'

/** Where the accounts, instruments and transactions of one snapshot stand in the joined one, by their place in their own. */
export interface JoinedPlaces {
  readonly accounts: Int32Array
  readonly instruments: Int32Array
  readonly transactions: Int32Array
}

export interface JoinedSnapshot {
  readonly snapshot: PortfolioSnapshot
  /** One per snapshot that was joined. */
  readonly places: readonly JoinedPlaces[]
}

/** Where everything of each snapshot stands in the joined one. */
interface Renumbered {
  readonly accounts: readonly Int32Array[]
  readonly transactions: readonly Int32Array[]
  readonly currencies: readonly Int32Array[]
  readonly instruments: JoinedInstruments
  /** Per snapshot where its things begin. */
  readonly positionAt: readonly number[]
  readonly eventAt: readonly number[]
  readonly lotAt: readonly number[]
  readonly pieceAt: readonly number[]
  readonly transactionAt: readonly number[]
  readonly segmentAt: readonly number[]
}

const ownMemory: Allocate = bytes => new ArrayBuffer(bytes)

/**
 * Several snapshots as one, as if their ledgers had been derived together. The snapshots must have been derived as of the same
 * day from the same market, and must share no account: then lots, transfers and payments of one never touch another,
 * and joining is renumbering.
 *
 * One thing is told apart that deriving together would mix: where an instrument is valued by what a ledger says itself
 * (its own valuations, the prices of its trades before the first quote), each snapshot keeps its own column. So every
 * position is worth in the joined snapshot what it is worth in its own, and the parts add up to the whole.
 */
export function joinSnapshots(
  snapshots: readonly PortfolioSnapshot[],
  allocate: Allocate = ownMemory,
): JoinedSnapshot {
  const [first] = snapshots
  if (!first) throw new Error('there is no book to join')
  const accounts = joinAccounts(snapshots)
  const currencies = [...new Set(snapshots.flatMap(snapshot => snapshot.currencies))].sort()
  const to = renumber(snapshots, accounts.places, currencies)
  const { instruments, prices, isMarketPrice, underlyings } = to.instruments
  const columns = columnJoiner(snapshots, allocate)
  const positions = joinPositions(snapshots, columns, to)
  const snapshot: PortfolioSnapshot = {
    firstDay: snapshots.reduce((day, { firstDay }) => Math.min(day, firstDay), first.firstDay),
    lastDay: first.lastDay,
    accounts: accounts.all,
    instruments,
    ...joinTransactions(snapshots, to.transactions),
    currencies,
    positions,
    events: joinEvents(columns, to),
    chronological: joinOrder(snapshots, to),
    ...joinLots(columns, to),
    postings: joinPostings(columns, to),
    segments: {
      from: columns.ints(each => each.segments.from),
      to: columns.ints(each => each.segments.to),
      units: columns.floats(each => each.segments.units),
      offset: columns.floats(each => each.segments.offset),
      positionFrom: positions.segmentFrom,
    },
    ...joinAccruals(snapshots, to),
    prices,
    isMarketPrice,
    underlyings,
    pivot: first.pivot,
    rates: first.rates,
    issues: snapshots.flatMap(({ issues }) => issues),
  }
  return { snapshot, places: placesOf(snapshots, to) }
}

function renumber(
  snapshots: readonly PortfolioSnapshot[],
  accounts: readonly Int32Array[],
  currencies: readonly string[],
): Renumbered {
  return {
    accounts,
    transactions: placesByDay(snapshots.map(({ transactionDays }) => transactionDays)),
    currencies: snapshots.map(snapshot =>
      Int32Array.from(snapshot.currencies, name => currencies.indexOf(name)),
    ),
    instruments: joinInstruments(snapshots),
    positionAt: offsetsOf(snapshots, ({ positions }) => positions.count),
    eventAt: offsetsOf(snapshots, ({ events }) => events.day.length),
    lotAt: offsetsOf(snapshots, ({ lots }) => lots.day.length),
    pieceAt: offsetsOf(snapshots, ({ pieces }) => pieces.lot.length),
    transactionAt: offsetsOf(snapshots, ({ postings }) => postings.day.length),
    segmentAt: offsetsOf(snapshots, ({ segments }) => segments.from.length),
  }
}

/** Accounts in the order of their ids, as a ledger of all of them would have them. */
function joinAccounts(snapshots: readonly PortfolioSnapshot[]): { all: Account[]; places: Int32Array[] } {
  const all = snapshots.flatMap(snapshot => snapshot.accounts).sort((a, b) => (a.id < b.id ? -1 : 1))
  const placeOf = new Map(all.map(({ id }, place) => [id, place]))
  if (placeOf.size < all.length) throw new Error('books that are joined share no account')
  return {
    all,
    places: snapshots.map(snapshot => Int32Array.from(snapshot.accounts, ({ id }) => placeOf.get(id) ?? -1)),
  }
}

/** Transactions by day, so that those of all snapshots together are in the order of a ledger. */
function joinTransactions(
  snapshots: readonly PortfolioSnapshot[],
  places: readonly Int32Array[],
): Pick<PortfolioSnapshot, 'transactions' | 'transactionDays'> {
  const count = places.reduce((sum, { length }) => sum + length, 0)
  const transactions = new Array<string>(count).fill('')
  const transactionDays = new Int32Array(count)
  snapshots.forEach((snapshot, part) => {
    const placeOf = places[part] as Int32Array
    for (let own = 0; own < placeOf.length; own += 1) {
      const place = placeOf[own] as number
      transactions[place] = snapshot.transactions[own] as string
      transactionDays[place] = snapshot.transactionDays[own] as number
    }
  })
  return { transactions, transactionDays }
}

function joinPositions(
  snapshots: readonly PortfolioSnapshot[],
  columns: ColumnJoiner,
  to: Renumbered,
): PortfolioSnapshot['positions'] {
  return {
    count: snapshots.reduce((sum, { positions }) => sum + positions.count, 0),
    keys: snapshots.flatMap(({ positions }) => positions.keys),
    account: columns.mapped(({ positions }) => positions.account, to.accounts),
    instrument: columns.mapped(({ positions }) => positions.instrument, to.instruments.places),
    currency: columns.mapped(({ positions }) => positions.currency, to.currencies),
    sequence: columns.ints(({ positions }) => positions.sequence),
    side: columns.ints(({ positions }) => positions.side),
    openDay: columns.ints(({ positions }) => positions.openDay),
    closeDay: columns.ints(({ positions }) => positions.closeDay),
    flags: columns.ints(({ positions }) => positions.flags),
    eventFrom: columns.bounds(({ positions }) => positions.eventFrom, to.eventAt),
    segmentFrom: columns.bounds(({ positions }) => positions.segmentFrom, to.segmentAt),
  }
}

function joinEvents(columns: ColumnJoiner, to: Renumbered): PortfolioSnapshot['events'] {
  return {
    position: columns.counted(({ events }) => events.position, to.positionAt),
    posting: columns.counted(({ events }) => events.posting, to.transactionAt),
    transaction: columns.mapped(({ events }) => events.transaction, to.transactions),
    day: columns.ints(({ events }) => events.day),
    kind: columns.ints(({ events }) => events.kind),
    incomeKind: columns.ints(({ events }) => events.incomeKind),
    feeKind: columns.ints(({ events }) => events.feeKind),
    lotFrom: columns.counted(({ events }) => events.lotFrom, to.lotAt),
    lotTo: columns.counted(({ events }) => events.lotTo, to.lotAt),
    pieceFrom: columns.counted(({ events }) => events.pieceFrom, to.pieceAt),
    pieceTo: columns.counted(({ events }) => events.pieceTo, to.pieceAt),
    quantity: columns.floats(({ events }) => events.quantity),
    after: columns.floats(({ events }) => events.after),
    posted: columns.floats(({ events }) => events.posted),
    income: columns.floats(({ events }) => events.income),
    fees: columns.floats(({ events }) => events.fees),
    taxes: columns.floats(({ events }) => events.taxes),
    poolShare: columns.floats(({ events }) => events.poolShare),
  }
}

/** The events of all snapshots by day. */
function joinOrder(snapshots: readonly PortfolioSnapshot[], { eventAt }: Renumbered): Int32Array {
  const days = snapshots.map(({ chronological, events }) =>
    chronological.map(event => events.day[event] as number),
  )
  const joined = new Int32Array(days.reduce((sum, { length }) => sum + length, 0))
  placesByDay(days).forEach((places, part) => {
    const { chronological } = snapshots[part] as PortfolioSnapshot
    const offset = eventAt[part] as number
    for (let index = 0; index < places.length; index += 1)
      joined[places[index] as number] = (chronological[index] as number) + offset
  })
  return joined
}

function joinLots(columns: ColumnJoiner, to: Renumbered): Pick<PortfolioSnapshot, 'lots' | 'pieces'> {
  return {
    lots: {
      position: columns.counted(({ lots }) => lots.position, to.positionAt),
      transaction: columns.mapped(({ lots }) => lots.transaction, to.transactions),
      day: columns.ints(({ lots }) => lots.day),
      parentPiece: columns.counted(({ lots }) => lots.parentPiece, to.pieceAt),
      units: columns.floats(({ lots }) => lots.units),
      unitCost: columns.floats(({ lots }) => lots.unitCost),
      givenCost: columns.floats(({ lots }) => lots.givenCost),
      paid: columns.floats(({ lots }) => lots.paid),
    },
    pieces: {
      lot: columns.counted(({ pieces }) => pieces.lot, to.lotAt),
      share: columns.floats(({ pieces }) => pieces.share),
      units: columns.floats(({ pieces }) => pieces.units),
    },
  }
}

function joinPostings(columns: ColumnJoiner, to: Renumbered): PortfolioSnapshot['postings'] {
  return {
    day: columns.ints(({ postings }) => postings.day),
    settleCurrency: columns.mapped(({ postings }) => postings.settleCurrency, to.currencies),
    otherCurrency: columns.mapped(({ postings }) => postings.otherCurrency, to.currencies),
    perSettled: columns.floats(({ postings }) => postings.perSettled),
  }
}

function joinAccruals(
  snapshots: readonly PortfolioSnapshot[],
  { positionAt, lotAt }: Renumbered,
): Pick<PortfolioSnapshot, 'claims' | 'tied'> {
  const tied = new Map<number, number>()
  snapshots.forEach((snapshot, part) => {
    for (const [lot, amount] of snapshot.tied) tied.set(lot + (lotAt[part] as number), amount)
  })
  const claims = snapshots.flatMap((snapshot, part) =>
    snapshot.claims.map(claim => ({ ...claim, position: claim.position + (positionAt[part] as number) })),
  )
  return { claims, tied }
}

function placesOf(snapshots: readonly PortfolioSnapshot[], to: Renumbered): JoinedPlaces[] {
  return snapshots.map((_, part) => ({
    accounts: to.accounts[part] as Int32Array,
    instruments: to.instruments.places[part] as Int32Array,
    transactions: to.transactions[part] as Int32Array,
  }))
}
