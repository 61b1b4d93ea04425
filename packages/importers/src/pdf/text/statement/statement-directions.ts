import { type Fixed, sumFixed } from '../tokens/money.ts'
import type { Balances } from './statement-balances.ts'
import { type Direction, directionByWords } from './statement-kinds.ts'

/** An entry of an account statement, before its direction is known. */
export interface Entry {
  readonly line: number
  readonly date: string
  /** It begins with its date. */
  readonly isLeading: boolean
  /** Value date, where the line states two dates. */
  readonly valueDate: string | null
  readonly text: string
  readonly amount: Fixed
  readonly direction: Direction | null
  readonly balance: Fixed | null
}

/** Entries with their directions: stated, by the balance after them, by their words, else by what the balances leave. */
export function directEntries(entries: readonly Entry[], balances: Balances | null): Entry[] {
  const isSigned = entries.some(({ direction }) => direction === 'out')
  const step = listOrder(entries)
  const known = entries.map((entry, at) => ({
    ...entry,
    direction:
      directionByBalance(entries, at, step) ??
      entry.direction ??
      (isSigned ? 'in' : directionByWords(entry.text)),
  }))
  const open = known.filter(({ direction }) => direction === null)
  if (open.length === 0 || balances === null) return known
  const moved = sumFixed(
    known.map(({ direction, amount }) => (direction === 'in' ? amount : direction === 'out' ? -amount : 0n)),
  )
  const gap = balances.closing - balances.opening - moved
  const chosen = chooseDirections(
    open.map(({ amount }) => amount),
    gap,
  )
  const byEntry = new Map(open.map((entry, at) => [entry, chosen?.[at] ?? null]))
  return known.map(entry => ({ ...entry, direction: entry.direction ?? byEntry.get(entry) ?? null }))
}

/** Of more entries too many sums agree by chance. */
const maxOpen = 8

/** The only way to give amounts a direction so that they make the gap; all in or all out for any number of them. */
function chooseDirections(amounts: readonly Fixed[], gap: Fixed): Direction[] | null {
  const sum = sumFixed(amounts)
  if (gap === sum) return amounts.map(() => 'in')
  if (gap === -sum) return amounts.map(() => 'out')
  if (amounts.length > maxOpen) return null
  const found: Direction[][] = []
  for (let choice = 0; choice < 2 ** amounts.length && found.length < 2; choice += 1) {
    const directions = amounts.map((_, at): Direction => ((choice >> at) % 2 === 1 ? 'in' : 'out'))
    const made = sumFixed(amounts.map((amount, at) => (directions[at] === 'in' ? amount : -amount)))
    if (made === gap) found.push(directions)
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * The balance after an entry, compared with that of the entry before it: lists run forwards or backwards. Of the two the
 * one is taken that fits more entries: equal amounts fit both.
 */
function directionByBalance(entries: readonly Entry[], at: number, step: 1 | -1): Direction | null {
  const { amount, balance } = entries[at] as Entry
  const before = entries[at - step]?.balance
  if (balance === null || before === null || before === undefined) return null
  if (balance - before === amount) return 'in'
  return before - balance === amount ? 'out' : null
}

/**
 * Whether the balances after the entries do not follow from their amounts: then other numbers were read. Single ones may
 * not fit, as in an excerpt.
 */
export function contradictsBalances(entries: readonly Entry[]): boolean {
  const stated = entries.filter(({ balance }) => balance !== null).length
  // Some lists state the balance once a day.
  if (stated * 2 < entries.length) return false
  const step = listOrder(entries)
  const pairs = entries.flatMap(({ amount }, at) =>
    amount !== 0n && entries[at - step] !== undefined ? [directionByBalance(entries, at, step)] : [],
  )
  const gaps = pairs.filter(direction => direction === null).length
  return pairs.length >= minPairs && gaps * 2 > pairs.length
}

/** Fewer entries may disagree by chance. */
const minPairs = 3

function listOrder(entries: readonly Entry[]): 1 | -1 {
  const fits = (step: 1 | -1) =>
    entries.filter((_, at) => directionByBalance(entries, at, step) !== null).length
  return fits(1) >= fits(-1) ? 1 : -1
}
