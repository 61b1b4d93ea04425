/**
 * The order of transactions within a day: timestamp, else the source's sequence, else the rank of their effect.
 *
 * Neither 'sells first' nor 'buys first' works for every day, so the rank depends on the holding: external inflows,
 * trades that reduce a position, results, trades that open or add, trades that cross zero, external outflows. Variation
 * margin settles the close of the day, so it comes after the trades.
 */
export const RANK = {
  /** Units that are due belong to the holders at the close before. */
  entitlement: -1,
  split: 0,
  externalIn: 1,
  reducing: 2,
  result: 3,
  opening: 4,
  crossing: 5,
  margin: 6,
  externalOut: 7,
} as const

/** The facts about a transaction that decide its order within a day. */
export interface Orderable {
  readonly id: string
  readonly account: number
  readonly timeMs: number | undefined
  readonly sequence: number | undefined
  /** The instruments that it changes, twice the same without a linked one. Transactions that share one can change each other's rank. */
  readonly subject: number
  readonly linkedSubject: number
}

interface Chains {
  /** Per transaction: its chain (one of timestamps, one of sequences per account), or -1 without a recorded order. */
  readonly chain: Int32Array
  /** Per transaction: its step in the chain; transactions with the same key share a step. */
  readonly step: Int32Array
  /** Per chain: the number of unposted transactions of each step, and the step that is due. */
  readonly waiting: number[][]
  readonly due: number[]
}

/** Timestamps form one chain, since they compare across accounts; sequences form one chain per account. */
const TIME_CHAIN = -1

/** The order recorded by the sources; null where fewer than two transactions have one. */
function buildChains(items: readonly Orderable[]): Chains | null {
  const keyed: { index: number; chain: number; key: number }[] = []
  items.forEach((item, index) => {
    if (item.timeMs !== undefined) keyed.push({ index, chain: TIME_CHAIN, key: item.timeMs })
    else if (item.sequence !== undefined) keyed.push({ index, chain: item.account, key: item.sequence })
  })
  if (keyed.length < 2) return null
  keyed.sort((a, b) => a.chain - b.chain || a.key - b.key)
  const chain = new Int32Array(items.length).fill(-1)
  const step = new Int32Array(items.length)
  const waiting: number[][] = []
  keyed.forEach((entry, place) => {
    const previous = keyed[place - 1]
    if (previous?.chain !== entry.chain) waiting.push([])
    const steps = waiting[waiting.length - 1] ?? []
    if (previous?.chain !== entry.chain || previous.key !== entry.key) steps.push(0)
    steps[steps.length - 1] = (steps[steps.length - 1] ?? 0) + 1
    chain[entry.index] = waiting.length - 1
    step[entry.index] = steps.length - 1
  })
  return { chain, step, waiting, due: waiting.map(() => 0) }
}

function isDue(chains: Chains, index: number): boolean {
  const chain = chains.chain[index] ?? -1
  return chain < 0 || chains.due[chain] === chains.step[index]
}

function markPosted(chains: Chains, index: number): void {
  const chain = chains.chain[index] ?? -1
  const steps = chains.waiting[chain]
  if (!steps) return
  const step = chains.step[index] ?? 0
  steps[step] = (steps[step] ?? 1) - 1
  if (steps[step] === 0) chains.due[chain] = step + 1
}

/** The one key that all of a day's items have: timestamps, or sequences of one account. Null when there is none. */
function findCommonKey(items: readonly Orderable[]): ((item: Orderable) => number) | null {
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

function isRising(items: readonly Orderable[], key: (item: Orderable) => number): boolean {
  for (let index = 1; index < items.length; index += 1) {
    const before = items[index - 1]
    const after = items[index]
    if (before && after && !(key(before) < key(after))) return false
  }
  return true
}

/** The items sorted by a key; null when two of them share a value. */
function sortByUniqueKey<Item extends Orderable>(
  items: readonly Item[],
  key: (item: Orderable) => number,
): readonly Item[] | null {
  // Most days are recorded in the order of their ids, and need no sorting.
  if (isRising(items, key)) return items
  const sorted = items.toSorted((a, b) => key(a) - key(b))
  return isRising(sorted, key) ? sorted : null
}

function sharesSubject(a: Orderable, b: Orderable): boolean {
  return (
    a.subject === b.subject ||
    a.subject === b.linkedSubject ||
    a.linkedSubject === b.subject ||
    a.linkedSubject === b.linkedSubject
  )
}

/**
 * Posts a day's items in order. Posting an item recomputes the ranks of the others of its subjects. Ties go to the smaller
 * id, so that the order of input never matters: `items` must be sorted by id.
 */
export function postInOrder<Item extends Orderable>(
  items: readonly Item[],
  rankItem: (item: Item) => number,
  post: (item: Item) => void,
): void {
  const only = items[0]
  if (items.length === 1 && only) {
    post(only)
    return
  }
  const key = findCommonKey(items)
  const recorded = key === null ? null : sortByUniqueKey(items, key)
  if (recorded !== null) {
    for (const item of recorded) post(item)
    return
  }
  const chains = buildChains(items)
  const ranks = items.map(rankItem)
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
    post(chosen)
    if (round + 1 < items.length)
      items.forEach((item, index) => {
        if (isDone[index] === 0 && sharesSubject(item, chosen)) ranks[index] = rankItem(item)
      })
  }
}
