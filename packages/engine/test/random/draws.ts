import type { Account, Instrument, Quote, Transaction } from '../../src/index.ts'
import type { Corner } from './corner-names.ts'

/** Parameters of a generated ledger. `isTimed` gives every transaction a time and so a fixed order. */
export interface LedgerRecipe {
  readonly seed: number
  readonly days: number
  readonly transactions: number
  readonly isTimed: boolean
  /** Whether some prices and rates start late or never. */
  readonly hasGaps: boolean
  /** Corner cases added to the ordinary ledger. */
  readonly corners?: readonly Corner[]
  /** Whether some prices are 0 or below, see `withOddPrices`. */
  readonly hasOddPrices?: boolean
  /** Whether units are delivered after their ex-date, transfers differ and custodians post known splits. */
  readonly hasDelays?: boolean
}

export const CURRENCIES = ['CHF', 'EUR', 'USD'] as const
export const FIRST_DAY = 18_000

export type Draw = (below: number) => number
export type Facts = Partial<Omit<Transaction, 'id' | 'account' | 'type' | 'day'>>

/** A ledger under construction. */
export interface GeneratorContext {
  readonly draw: Draw
  readonly recipe: LedgerRecipe
  readonly accounts: readonly Account[]
  readonly instruments: Instrument[]
  readonly transactions: Transaction[]
  readonly quotes: Map<string, Quote[]>
  readonly rates: Map<string, Quote[]>
  /** Corner cases that the ledger contains. */
  readonly reached: Set<Corner>
  links: number
  /** Added to the times of day: corner cases come before or after the ordinary transactions of a day. */
  clockMs: number
}

/** Xorshift with 32 bits. The seed is mixed first, so that neighbouring seeds diverge at once. */
export function createRandom(seed: number): Draw {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0xc2b2ae35) | 1
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

export function chance(context: Pick<GeneratorContext, 'draw'>, percent: number): boolean {
  return context.draw(100) < percent
}

export function pick<Value>(draw: Draw, list: readonly Value[]): Value {
  const value = list[draw(list.length)]
  if (value === undefined) throw new Error('cannot pick from an empty list')
  return value
}

export const cents = (value: number): number => Math.round(value * 100) / 100

export function push(
  context: GeneratorContext,
  account: string,
  type: Transaction['type'],
  day: number,
  facts: Facts,
): void {
  const place = context.transactions.length
  context.transactions.push({
    id: `t${String((place * 7919) % 10_007).padStart(5, '0')}`,
    account,
    type,
    day: FIRST_DAY + day,
    ...(context.recipe.isTimed ? { timeMs: context.clockMs + place * 1000 } : {}),
    ...facts,
  })
}

/** Adds an instrument of a corner case with its quotes. */
export function addInstrument(
  context: GeneratorContext,
  facts: Partial<Instrument> & Pick<Instrument, 'id' | 'type'>,
  quotes: readonly Quote[] = [],
): Instrument {
  // Two corner cases may add an instrument of the same name.
  const id = context.quotes.has(facts.id) ? `${facts.id}-${context.instruments.length}` : facts.id
  const instrument = { name: id, currency: pick(context.draw, CURRENCIES), ...facts, id }
  context.instruments.push(instrument)
  context.quotes.set(instrument.id, [...quotes])
  return instrument
}

/** Days in rising order within the ledger; neighbours may be equal. */
export function drawDays({ draw, recipe }: GeneratorContext, count: number): number[] {
  return Array.from({ length: count }, () => draw(recipe.days)).sort((a, b) => a - b)
}

/** A day up to `most` days later, within the ledger. */
export function laterDay({ draw, recipe }: GeneratorContext, day: number, most: number): number {
  return Math.min(recipe.days - 1, day + 1 + draw(most))
}

/** The close that a new transaction trades near, or a default before the first quote. */
export function quoteNear({ quotes }: GeneratorContext, instrument: string, day: number, other = 50): number {
  return quotes.get(instrument)?.findLast(quote => quote[0] <= FIRST_DAY + day)?.[1] ?? other
}

export function nextLink(context: GeneratorContext): string {
  context.links += 1
  return `l${context.links}`
}

/** The quantity that an account holds so far, ignoring splits. */
export function heldQuantity(context: GeneratorContext, account: string, instrument: string): number {
  return context.transactions.reduce(
    (sum, posting) =>
      posting.account === account && posting.instrument === instrument
        ? sum + Number(posting.quantity ?? 0)
        : sum,
    0,
  )
}
