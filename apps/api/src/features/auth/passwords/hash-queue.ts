/** Work that is done so many at a time; the others wait in the order they came. */
export interface Line {
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait. */
  readonly length: number
}

export function openHashQueue(atOnce: number): Line {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    get length() {
      return waiting.length
    },
    async run(work) {
      // Whoever ends hands over to the next, so that nobody who has just come gets in between.
      if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
