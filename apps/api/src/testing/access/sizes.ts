/**
 * The size of the access checks. `npm test` runs them small, `npm run check:authz` at full size. A run with the same
 * seed repeats the same requests.
 */
export const isFull = process.env.CHECK_FULL === '1'
export const seed = Number(process.env.SEED ?? 1)
/** Plants security bugs in the database under test, which the checks must find. */
export const isPlanted = process.env.PLANT === '1'

/** A share of the full size, for machines that have less time: CHECK_SHARE=0.25. */
const share = Number(process.env.CHECK_SHARE ?? 1)

export function chooseSize(small: number, full: number): number {
  return isFull ? Math.ceil(full * share) : small
}

/** Prints the result of a check. */
export function printResult(text: string): void {
  process.stdout.write(`${text} (seed ${seed})\n`)
}

/** A seeded random number generator for [0, 1) (mulberry32). */
export function createRandom(start: number = seed): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A random sample of `count` items; all of them if there are fewer. */
export function pickSome<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items]
  const chosen: Item[] = []
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  return chosen
}
