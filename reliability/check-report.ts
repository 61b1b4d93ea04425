/** Prints the result of each assertion of a check, and the totals at the end. */
export interface CheckReport {
  check(assertion: string, holds: boolean): void
  /** Prints the totals and sets the exit status. */
  print(seed?: number): void
}

export function createReport(): CheckReport {
  const results: boolean[] = []
  return {
    check(assertion, holds) {
      results.push(holds)
      console.log(`${holds ? 'holds' : 'FAILS'}: ${assertion}`)
    },
    print(seed) {
      const failed = results.filter(holds => !holds).length
      if (seed !== undefined) console.log(`seed ${seed}`)
      console.log(`${results.length - failed} passed, ${failed} failed`)
      process.exitCode = failed === 0 ? 0 : 1
    },
  }
}
