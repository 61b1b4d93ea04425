/**
 * The order of transactions within a day: timestamp, else the source's sequence, else by what they do.
 *
 * Always 'sells first' or always 'buys first' each break something, so the state decides: what brings money or
 * securities in from outside, then trades that reduce without turning the side, then results, then trades that
 * open or add, then what would turn the side, and what leaves for the outside world last.
 */
export const RANK = {
  split: 0,
  externalIn: 1,
  reducing: 2,
  result: 3,
  opening: 4,
  turning: 5,
  externalOut: 6,
} as const

/** One transaction of a day, as the order sees it. */
export interface Orderable {
  readonly id: string
  readonly account: number
  readonly timeMs: number | undefined
  readonly sequence: number | undefined
  /** Transactions with the same subject can change each other's rank. */
  readonly subject: number
}

interface Chains {
  /** Per transaction: its chain (one of timestamps, one of sequences per account), or -1 when nothing is recorded about its order. */
  readonly chainOf: Int32Array
  /** Per transaction: its step in the chain; transactions with the same key share a step. */
  readonly stepOf: Int32Array
  /** Per chain: how many transactions of each step are not posted yet, and the step that is due. */
  readonly waiting: number[][]
  readonly due: number[]
}

/** All timestamps are one chain, since they compare across accounts; sequences are one chain per account. */
const TIME_CHAIN = -1

/** What the sources say about the order; null when they say nothing. */
function recordedOrder(items: readonly Orderable[]): Chains | null {
  const keyed: { index: number; chain: number; key: number }[] = []
  items.forEach((item, index) => {
    if (item.timeMs !== undefined) keyed.push({ index, chain: TIME_CHAIN, key: item.timeMs })
    else if (item.sequence !== undefined) keyed.push({ index, chain: item.account, key: item.sequence })
  })
  if (keyed.length < 2) return null
  keyed.sort((a, b) => a.chain - b.chain || a.key - b.key)
  const chainOf = new Int32Array(items.length).fill(-1)
  const stepOf = new Int32Array(items.length)
  const waiting: number[][] = []
  keyed.forEach((entry, place) => {
    const previous = keyed[place - 1]
    if (previous?.chain !== entry.chain) waiting.push([])
    const steps = waiting[waiting.length - 1] ?? []
    if (previous?.chain !== entry.chain || previous.key !== entry.key) steps.push(0)
    steps[steps.length - 1] = (steps[steps.length - 1] ?? 0) + 1
    chainOf[entry.index] = waiting.length - 1
    stepOf[entry.index] = steps.length - 1
  })
  return { chainOf, stepOf, waiting, due: waiting.map(() => 0) }
}

function isDue(chains: Chains, index: number): boolean {
  const chain = chains.chainOf[index] ?? -1
  return chain < 0 || chains.due[chain] === chains.stepOf[index]
}

function markPosted(chains: Chains, index: number): void {
  const chain = chains.chainOf[index] ?? -1
  const steps = chains.waiting[chain]
  if (!steps) return
  const step = chains.stepOf[index] ?? 0
  steps[step] = (steps[step] ?? 1) - 1
  if (steps[step] === 0) chains.due[chain] = step + 1
}

/** The key that orders all of a day's items by itself: timestamps of all, or sequences of one account. Null when there is none. */
function commonKey(items: readonly Orderable[]): ((item: Orderable) => number) | null {
  const account = items[0]?.account
  let isTimed = true
  let isSequenced = true
  for (const item of items) {
    if (item.timeMs === undefined) isTimed = false
    else isSequenced = false
    if (item.sequence === undefined || item.account !== account) isSequenced = false
  }
  if (isTimed) return item => item.timeMs ?? 0
  return isSequenced ? item => item.sequence ?? 0 : null
}

function isRising(items: readonly Orderable[], keyOf: (item: Orderable) => number): boolean {
  for (let index = 1; index < items.length; index += 1) {
    const before = items[index - 1]
    const after = items[index]
    if (before && after && !(keyOf(before) < keyOf(after))) return false
  }
  return true
}

/** The items by a key that tells them all apart; null when two share a value. */
function sortedBy<Item extends Orderable>(
  items: readonly Item[],
  keyOf: (item: Orderable) => number,
): readonly Item[] | null {
  // Most days are recorded in the order of their ids, and need no sorting.
  if (isRising(items, keyOf)) return items
  const sorted = items.toSorted((a, b) => keyOf(a) - keyOf(b))
  return isRising(sorted, keyOf) ? sorted : null
}

/**
 * Snapshots a day's items one after the other. `rankOf` is asked again for the items of a subject whenever one of
 * them was posted. Ties go to the smaller id, so that the order of input never matters: `items` must be
 * sorted by id.
 */
export function postInOrder<Item extends Orderable>(
  items: readonly Item[],
  rankOf: (item: Item) => number,
  snapshot: (item: Item) => void,
): void {
  const only = items[0]
  if (items.length === 1 && only) {
    snapshot(only)
    return
  }
  const keyOf = commonKey(items)
  const recorded = keyOf === null ? null : sortedBy(items, keyOf)
  if (recorded !== null) {
    for (const item of recorded) snapshot(item)
    return
  }
  const chains = recordedOrder(items)
  const ranks = items.map(rankOf)
  const isDone = new Uint8Array(items.length)
  for (let round = 0; round < items.length; round += 1) {
    let best = -1
    let bestRank = Number.POSITIVE_INFINITY
    for (let index = 0; index < items.length; index += 1) {
      const rank = ranks[index] ?? 0
      if (isDone[index] === 0 && rank < bestRank && (chains === null || isDue(chains, index))) {
        best = index
        bestRank = rank
      }
    }
    const chosen = items[best]
    if (!chosen) return
    isDone[best] = 1
    if (chains !== null) markPosted(chains, best)
    snapshot(chosen)
    if (round + 1 < items.length)
      items.forEach((item, index) => {
        if (isDone[index] === 0 && item.subject === chosen.subject) ranks[index] = rankOf(item)
      })
  }
}
