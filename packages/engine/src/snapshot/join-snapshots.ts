import type { Account } from '../ledger/ledger.ts'
import { type Allocate, type ColumnJoiner, columnJoiner, offsetsOf, placesByDay } from './join-columns.ts'
import { type JoinedInstruments, joinInstruments } from './join-instruments.ts'
import type { Book } from './snapshot.ts'

/** Where the accounts, instruments and transactions of one book stand in the joined one, by their place in their own. */
export interface JoinedPlaces {
  readonly accounts: Int32Array
  readonly instruments: Int32Array
  readonly transactions: Int32Array
}

export interface JoinedBook {
  readonly book: Book
  /** One per book that was joined. */
  readonly places: readonly JoinedPlaces[]
}

/** Where everything of each book stands in the joined one. */
interface Renumbered {
  readonly accounts: readonly Int32Array[]
  readonly transactions: readonly Int32Array[]
  readonly currencies: readonly Int32Array[]
  readonly instruments: JoinedInstruments
  /** Per book where its things begin. */
  readonly positionAt: readonly number[]
  readonly eventAt: readonly number[]
  readonly lotAt: readonly number[]
  readonly pieceAt: readonly number[]
  readonly bookingAt: readonly number[]
  readonly segmentAt: readonly number[]
}

const ownMemory: Allocate = bytes => new ArrayBuffer(bytes)

/**
 * Several books as one, as if their ledgers had been derived together. The books must have been derived as of the same
 * day from the same market, and must share no account: then lots, transfers and payments of one never touch another,
 * and joining is renumbering.
 *
 * One thing is told apart that deriving together would mix: where an instrument is valued by what a ledger says itself
 * (its own valuations, the prices of its trades before the first quote), each book keeps its own column. So every
 * position is worth in the joined book what it is worth in its own, and the parts add up to the whole.
 */
export function joinBooks(books: readonly Book[], allocate: Allocate = ownMemory): JoinedBook {
  const [first] = books
  if (!first) throw new Error('there is no book to join')
  const accounts = joinAccounts(books)
  const currencies = [...new Set(books.flatMap(book => book.currencies))].sort()
  const to = renumber(books, accounts.places, currencies)
  const { instruments, prices, isMarketPrice, underlyings } = to.instruments
  const columns = columnJoiner(books, allocate)
  const positions = joinPositions(books, columns, to)
  const book: Book = {
    firstDay: books.reduce((day, { firstDay }) => Math.min(day, firstDay), first.firstDay),
    lastDay: first.lastDay,
    accounts: accounts.all,
    instruments,
    ...joinTransactions(books, to.transactions),
    currencies,
    positions,
    events: joinEvents(columns, to),
    chronological: joinOrder(books, to),
    ...joinLots(columns, to),
    bookings: joinBookings(columns, to),
    segments: {
      from: columns.ints(each => each.segments.from),
      to: columns.ints(each => each.segments.to),
      units: columns.floats(each => each.segments.units),
      offset: columns.floats(each => each.segments.offset),
      positionFrom: positions.segmentFrom,
    },
    ...joinDues(books, to),
    prices,
    isMarketPrice,
    underlyings,
    pivot: first.pivot,
    rates: first.rates,
    issues: books.flatMap(({ issues }) => issues),
  }
  return { book, places: placesOf(books, to) }
}

function renumber(
  books: readonly Book[],
  accounts: readonly Int32Array[],
  currencies: readonly string[],
): Renumbered {
  return {
    accounts,
    transactions: placesByDay(books.map(({ transactionDays }) => transactionDays)),
    currencies: books.map(book => Int32Array.from(book.currencies, name => currencies.indexOf(name))),
    instruments: joinInstruments(books),
    positionAt: offsetsOf(books, ({ positions }) => positions.count),
    eventAt: offsetsOf(books, ({ events }) => events.day.length),
    lotAt: offsetsOf(books, ({ lots }) => lots.day.length),
    pieceAt: offsetsOf(books, ({ pieces }) => pieces.lot.length),
    bookingAt: offsetsOf(books, ({ bookings }) => bookings.day.length),
    segmentAt: offsetsOf(books, ({ segments }) => segments.from.length),
  }
}

/** Accounts in the order of their ids, as a ledger of all of them would have them. */
function joinAccounts(books: readonly Book[]): { all: Account[]; places: Int32Array[] } {
  const all = books.flatMap(book => book.accounts).sort((a, b) => (a.id < b.id ? -1 : 1))
  const placeOf = new Map(all.map(({ id }, place) => [id, place]))
  if (placeOf.size < all.length) throw new Error('books that are joined share no account')
  return {
    all,
    places: books.map(book => Int32Array.from(book.accounts, ({ id }) => placeOf.get(id) ?? -1)),
  }
}

/** Transactions by day, so that those of all books together are in the order of a ledger. */
function joinTransactions(
  books: readonly Book[],
  places: readonly Int32Array[],
): Pick<Book, 'transactions' | 'transactionDays'> {
  const count = places.reduce((sum, { length }) => sum + length, 0)
  const transactions = new Array<string>(count).fill('')
  const transactionDays = new Int32Array(count)
  books.forEach((book, part) => {
    const placeOf = places[part] as Int32Array
    for (let own = 0; own < placeOf.length; own += 1) {
      const place = placeOf[own] as number
      transactions[place] = book.transactions[own] as string
      transactionDays[place] = book.transactionDays[own] as number
    }
  })
  return { transactions, transactionDays }
}

function joinPositions(books: readonly Book[], columns: ColumnJoiner, to: Renumbered): Book['positions'] {
  return {
    count: books.reduce((sum, { positions }) => sum + positions.count, 0),
    keys: books.flatMap(({ positions }) => positions.keys),
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

function joinEvents(columns: ColumnJoiner, to: Renumbered): Book['events'] {
  return {
    position: columns.counted(({ events }) => events.position, to.positionAt),
    booking: columns.counted(({ events }) => events.booking, to.bookingAt),
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
    booked: columns.floats(({ events }) => events.booked),
    income: columns.floats(({ events }) => events.income),
    fees: columns.floats(({ events }) => events.fees),
    taxes: columns.floats(({ events }) => events.taxes),
    poolShare: columns.floats(({ events }) => events.poolShare),
  }
}

/** The events of all books by day. */
function joinOrder(books: readonly Book[], { eventAt }: Renumbered): Int32Array {
  const days = books.map(({ chronological, events }) =>
    chronological.map(event => events.day[event] as number),
  )
  const joined = new Int32Array(days.reduce((sum, { length }) => sum + length, 0))
  placesByDay(days).forEach((places, part) => {
    const { chronological } = books[part] as Book
    const offset = eventAt[part] as number
    for (let index = 0; index < places.length; index += 1)
      joined[places[index] as number] = (chronological[index] as number) + offset
  })
  return joined
}

function joinLots(columns: ColumnJoiner, to: Renumbered): Pick<Book, 'lots' | 'pieces'> {
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

function joinBookings(columns: ColumnJoiner, to: Renumbered): Book['bookings'] {
  return {
    day: columns.ints(({ bookings }) => bookings.day),
    settleCurrency: columns.mapped(({ bookings }) => bookings.settleCurrency, to.currencies),
    otherCurrency: columns.mapped(({ bookings }) => bookings.otherCurrency, to.currencies),
    perSettled: columns.floats(({ bookings }) => bookings.perSettled),
  }
}

function joinDues(books: readonly Book[], { positionAt, lotAt }: Renumbered): Pick<Book, 'claims' | 'tied'> {
  const tied = new Map<number, number>()
  books.forEach((book, part) => {
    for (const [lot, amount] of book.tied) tied.set(lot + (lotAt[part] as number), amount)
  })
  const claims = books.flatMap((book, part) =>
    book.claims.map(claim => ({ ...claim, position: claim.position + (positionAt[part] as number) })),
  )
  return { claims, tied }
}

function placesOf(books: readonly Book[], to: Renumbered): JoinedPlaces[] {
  return books.map((_, part) => ({
    accounts: to.accounts[part] as Int32Array,
    instruments: to.instruments.places[part] as Int32Array,
    transactions: to.transactions[part] as Int32Array,
  }))
}
