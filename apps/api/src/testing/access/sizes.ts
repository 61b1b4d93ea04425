/**
 * How much the checks of access do. `npm test` runs them small; `npm run check:authz` runs them at full size. Both
 * tell their seed, and the same seed tries the same.
 */
export const isFull = process.env.CHECK_FULL === '1'
export const seed = Number(process.env.SEED ?? 1)
/** Puts a hole into the database under test, which every check must then find. */
export const isPlanted = process.env.PLANT === '1'

export function sizeOf(small: number, full: number): number {
  return isFull ? full : small
}

/** The figure of a check, for whoever reads the run. */
export function tell(text: string): void {
  process.stdout.write(`${text} (seed ${seed})\n`)
}

/** A small generator of numbers in [0, 1) that a seed repeats (mulberry32). */
export function randomOf(start: number = seed): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** So many of the items, spread evenly by chance; all of them when there are no more. */
export function someOf<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items]
  const chosen: Item[] = []
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  return chosen
}
