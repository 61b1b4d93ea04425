import type { Instrument, Split } from '../ledger/ledger.ts'
import { hasSameRatio } from '../ledger/splits.ts'
import type { InstrumentPrices } from '../valuation/instrument-prices.ts'
import type { PortfolioSnapshot } from './snapshot.ts'

interface Entry {
  readonly instrument: Instrument
  readonly prices: InstrumentPrices
  readonly isMarketPrice: boolean
  /** Place of the underlying among the entries; -1 for none. */
  readonly underlying: number
}

export interface JoinedInstruments {
  readonly instruments: readonly Instrument[]
  readonly prices: readonly InstrumentPrices[]
  readonly isMarketPrice: Uint8Array
  readonly underlyings: Int32Array
  /** Per snapshot the places of its instruments in the joined list. */
  readonly places: readonly Int32Array[]
}

const NONE = -1
const IN_PROGRESS = -2

/**
 * Merges the instruments of several snapshots in the order of their ids, each once if its prices are the same in all of
 * them. An instrument that ledgers value themselves appears once per price column, and so do its derivatives.
 */
export function joinInstruments(snapshots: readonly PortfolioSnapshot[]): JoinedInstruments {
  const entries: Entry[] = []
  const byId = new Map<string, number[]>()
  const places = snapshots.map(snapshot => new Int32Array(snapshot.instruments.length).fill(NONE))

  const place = (part: number, index: number): number => {
    const own = places[part] as Int32Array
    const known = own[index] as number
    // An instrument in a cycle of underlyings counts as one without an underlying.
    if (known !== NONE) return known === IN_PROGRESS ? NONE : known
    own[index] = IN_PROGRESS
    const found = placeEntry(part, index)
    own[index] = found
    return found
  }

  const placeEntry = (part: number, index: number): number => {
    const snapshot = snapshots[part] as PortfolioSnapshot
    const underlying = snapshot.underlyings[index] ?? NONE
    const entry: Entry = {
      instrument: snapshot.instruments[index] as Instrument,
      prices: snapshot.prices[index] as InstrumentPrices,
      isMarketPrice: snapshot.isMarketPrice[index] === 1,
      underlying: underlying < 0 ? NONE : place(part, underlying),
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
  return sortById(entries, places)
}

function sortById(entries: readonly Entry[], places: readonly Int32Array[]): JoinedInstruments {
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
    underlyings: Int32Array.from(sorted, ({ underlying }) => rank[underlying] ?? NONE),
    places: places.map(own => own.map(entry => rank[entry] ?? NONE)),
  }
}

/** Market columns of the same days are the same in all snapshots; others are compared day by day. */
function isSame(a: Entry, b: Entry): boolean {
  if (a.underlying !== b.underlying || a.isMarketPrice !== b.isMarketPrice) return false
  const [first, second] = [a.prices, b.prices]
  const isOfSameDays = first.firstDay === second.firstDay && first.values.length === second.values.length
  return isOfSameDays && (a.isMarketPrice || isSamePrices(first, second))
}

function isSamePrices(a: InstrumentPrices, b: InstrumentPrices): boolean {
  return (
    a.firstQuoteDay === b.firstQuoteDay &&
    a.kind === b.kind &&
    isSameSplits(a.splits, b.splits) &&
    isSameColumn(a.values, b.values) &&
    isSameColumn(a.quoteDays, b.quoteDays) &&
    isSameColumn(a.quoted ?? null, b.quoted ?? null) &&
    isSameColumn(a.factors ?? null, b.factors ?? null)
  )
}

/** Only the splits posted by a family can differ. */
function isSameSplits(a: readonly Split[], b: readonly Split[]): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every((split, index) => {
        const other = b[index]
        return other !== undefined && split.day === other.day && hasSameRatio(split, other)
      }))
  )
}

function isSameColumn(a: Float64Array | Int32Array | null, b: Float64Array | Int32Array | null): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  // Days without a price are NaN, which Object.is treats as equal.
  for (let place = 0; place < a.length; place += 1) if (!Object.is(a[place], b[place])) return false
  return true
}
