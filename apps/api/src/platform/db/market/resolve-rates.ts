import { deriveRate, type RateQuote, type StatedRate } from './rates.ts'

/** The currency in which rates are stored. */
export const pivot = 'USD'

/** A stated rate of a day, and the line of a file that states it. */
export interface DatedRate extends StatedRate {
  line: number
  date: string
}

/** A stored rate in the pivot, of the day or of the week before. */
export interface KnownRate {
  rate: string
  via: string | null
}

export type FindKnown = (currency: string, date: string) => KnownRate | null

export interface ResolvedRates {
  quotes: RateQuote[]
  /** Pairs whose rate already follows from other lines of the day. */
  repeated: number[]
  /** Pairs of which neither currency has a rate in the pivot. */
  unresolved: DatedRate[]
}

/**
 * Turns stated pairs into rates in the pivot. A pair with the pivot gives the rate of its other currency. Any other pair
 * derives the rate of one currency by that of the other: of the same lines, else of the stored rates.
 */
export function resolveRates(stated: readonly DatedRate[], findKnown: FindKnown): ResolvedRates {
  const found = new Map<string, RateQuote>()
  const repeated: number[] = []
  for (const each of stated)
    if (each.base === pivot || each.quote === pivot) {
      const quote = directQuote(each)
      found.set(rateKey(quote.id, each.date), quote)
    }
  let open = stated.filter(({ base, quote }) => base !== pivot && quote !== pivot)
  // A derived rate may be the one that another pair needs, so each round may resolve more.
  for (let before = -1; before !== open.length; ) {
    before = open.length
    open = open.filter(each => {
      const outcome = resolveCross(each, found, findKnown)
      if (outcome === 'repeated') repeated.push(each.line)
      else if (outcome !== 'unknown') found.set(rateKey(outcome.id, each.date), outcome)
      return outcome === 'unknown'
    })
  }
  return { quotes: [...found.values()], repeated, unresolved: open }
}

const rateKey = (currency: string, date: string): string => `${currency} ${date}`

function directQuote({ base, quote, rate, date }: DatedRate): RateQuote {
  if (quote === pivot) return { id: base, date, value: rate }
  return { id: quote, date, value: deriveRate('1', rate, false), stated: { base, quote, rate } }
}

function resolveCross(
  each: DatedRate,
  found: ReadonlyMap<string, RateQuote>,
  findKnown: FindKnown,
): RateQuote | 'repeated' | 'unknown' {
  const { base, quote, date } = each
  const inFile = (currency: string) => found.get(rateKey(currency, date))?.value
  const [ofBase, ofQuote] = [inFile(base), inFile(quote)]
  if (ofBase !== undefined && ofQuote !== undefined) return 'repeated'
  if (ofBase !== undefined) return derive(each, quote, base, ofBase)
  if (ofQuote !== undefined) return derive(each, base, quote, ofQuote)
  const [knownBase, knownQuote] = [findKnown(base, date), findKnown(quote, date)]
  // Of two known rates that of the base follows, unless the other one is already derived by it.
  if (knownQuote && !dependsOn(quote, base, date, findKnown))
    return derive(each, base, quote, knownQuote.rate)
  if (knownBase && !dependsOn(base, quote, date, findKnown)) return derive(each, quote, base, knownBase.rate)
  return 'unknown'
}

function derive({ base, quote, rate, date }: DatedRate, id: string, via: string, known: string): RateQuote {
  return { id, date, value: deriveRate(known, rate, id === base), stated: { base, quote, rate }, via }
}

/** Whether the stored rate of a currency is derived, in a few steps, by that of another. */
function dependsOn(currency: string, other: string, date: string, findKnown: FindKnown): boolean {
  let via = findKnown(currency, date)?.via ?? null
  for (let step = 0; step < 4 && via !== null; step += 1) {
    if (via === other) return true
    via = findKnown(via, date)?.via ?? null
  }
  return false
}
