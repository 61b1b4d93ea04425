import type { Instrument } from '../ledger/ledger.ts'
import type { TransactionPrices } from '../valuation/transaction-prices.ts'
import type { PortfolioSnapshot } from './snapshot.ts'

interface Entry {
  readonly instrument: Instrument
  readonly prices: TransactionPrices
  readonly isMarketPrice: boolean
  /** Place of the underlying among the entries; -1 for none. */
  readonly underlying: number
}

export interface JoinedInstruments {
  readonly instruments: readonly Instrument[]
  readonly prices: readonly TransactionPrices[]
  readonly isMarketPrice: Uint8Array
  readonly underlyings: Int32Array
  /** Per snapshot the places of its instruments. */
  readonly places: readonly Int32Array[]
}

const unknown = -1
const beingPlaced = -2

/**
 * The instruments of several snapshots, each once where it has the same prices in all of them, in the order of their ids.
 * Where ledgers value it themselves it stands there once per column, and so does what is derived from it.
 */
export function joinInstruments(snapshots: readonly PortfolioSnapshot[]): JoinedInstruments {
  const entries: Entry[] = []
  const byId = new Map<string, number[]>()
  const places = snapshots.map(snapshot => new Int32Array(snapshot.instruments.length).fill(unknown))

  const place = (part: number, index: number): number => {
    const own = places[part] as Int32Array
    const known = own[index] as number
    // Nothing is derived from itself: what claims to be stands alone.
    if (known !== unknown) return known === beingPlaced ? unknown : known
    own[index] = beingPlaced
    const found = placeEntry(part, index)
    own[index] = found
    return found
  }

  const placeEntry = (part: number, index: number): number => {
    const snapshot = snapshots[part] as PortfolioSnapshot
    const underlying = snapshot.underlyings[index] ?? unknown
    const entry: Entry = {
      instrument: snapshot.instruments[index] as Instrument,
      prices: snapshot.prices[index] as TransactionPrices,
      isMarketPrice: snapshot.isMarketPrice[index] === 1,
      underlying: underlying < 0 ? unknown : place(part, underlying),
    }
    const alike = byId.get(entry.instrument.id) ?? []
    byId.set(entry.instrument.id, alike)
    const same = alike.find(other => isSame(entries[other] as Entry, entry))
    if (same !== undefined) return same
    entries.push(entry)
    alike.push(entries.length - 1)
    return entries.length - 1
  }

  snapshots.forEach((snapshot, part) => {
    for (let index = 0; index < snapshot.instruments.length; index += 1) place(part, index)
  })
  return inOrder(entries, places)
}

function inOrder(entries: readonly Entry[], places: readonly Int32Array[]): JoinedInstruments {
  const order = [...entries.keys()].sort((a, b) => {
    const [first, second] = [entries[a]?.instrument.id ?? '', entries[b]?.instrument.id ?? '']
    return first < second ? -1 : first > second ? 1 : a - b
  })
  const rank = new Int32Array(entries.length)
  order.forEach((entry, place) => {
    rank[entry] = place
  })
  const sorted = order.map(place => entries[place] as Entry)
  return {
    instruments: sorted.map(({ instrument }) => instrument),
    prices: sorted.map(({ prices }) => prices),
    isMarketPrice: Uint8Array.from(sorted, ({ isMarketPrice }) => (isMarketPrice ? 1 : 0)),
    underlyings: Int32Array.from(sorted, ({ underlying }) => rank[underlying] ?? unknown),
    places: places.map(own => own.map(entry => rank[entry] ?? unknown)),
  }
}

/** The market's columns of the same days are the same for all snapshots; others are, if they say the same on every day. */
function isSame(a: Entry, b: Entry): boolean {
  if (a.underlying !== b.underlying || a.isMarketPrice !== b.isMarketPrice) return false
  const [first, second] = [a.prices, b.prices]
  const isOfSameDays = first.firstDay === second.firstDay && first.values.length === second.values.length
  return isOfSameDays && (a.isMarketPrice || isSamePrices(first, second))
}

function isSamePrices(a: TransactionPrices, b: TransactionPrices): boolean {
  return (
    a.firstQuoteDay === b.firstQuoteDay &&
    a.kind === b.kind &&
    isSameColumn(a.values, b.values) &&
    isSameColumn(a.quoteDays, b.quoteDays) &&
    isSameColumn(a.quoted ?? null, b.quoted ?? null) &&
    isSameColumn(a.factors ?? null, b.factors ?? null)
  )
}

function isSameColumn(a: Float64Array | Int32Array | null, b: Float64Array | Int32Array | null): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  // Days without a price are NaN, which is the same as itself here.
  for (let place = 0; place < a.length; place += 1) if (!Object.is(a[place], b[place])) return false
  return true
}
