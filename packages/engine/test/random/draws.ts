import type { Account, Instrument, Transaction } from '../../src/index.ts'

/** What a generated ledger is made of. `isTimed` gives every transaction a time, so that its order is known. */
export interface LedgerRecipe {
  readonly seed: number
  readonly days: number
  readonly postings: number
  readonly isTimed: boolean
  /** Prices and rates that begin late or never. */
  readonly hasGaps: boolean
}

export const CURRENCIES = ['CHF', 'EUR', 'USD'] as const
export const FIRST_DAY = 18_000

export type Draw = (below: number) => number
export type Facts = Partial<Omit<Transaction, 'id' | 'account' | 'type' | 'day'>>

/** A ledger while it is written. */
export interface PostingContext {
  readonly draw: Draw
  readonly recipe: LedgerRecipe
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  readonly transactions: Transaction[]
  links: number
}

/** A small generator: xorshift with 32 bits, mixed so that neighbouring seeds differ at once. */
export function randomOf(seed: number): Draw {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0xc2b2ae35) | 1
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

export function chance(context: Pick<PostingContext, 'draw'>, percent: number): boolean {
  return context.draw(100) < percent
}

export function pick<Value>(draw: Draw, list: readonly Value[]): Value {
  const value = list[draw(list.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

export const cents = (value: number): number => Math.round(value * 100) / 100

export function push(
  context: PostingContext,
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
    ...(context.recipe.isTimed ? { timeMs: place * 1000 } : {}),
    ...facts,
  })
}

export function nextLink(context: PostingContext): string {
  context.links += 1
  return `l${context.links}`
}

/** What an account holds of an instrument so far, but for splits. */
export function heldOf(context: PostingContext, account: string, instrument: string): number {
  return context.transactions.reduce(
    (sum, posting) =>
      posting.account === account && posting.instrument === instrument
        ? sum + Number(posting.quantity ?? 0)
        : sum,
    0,
  )
}
