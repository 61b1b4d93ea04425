/** What a check promises, told as it is found to hold or not, and the sum of it at the end. */
export interface Verdict {
  judge(what: string, holds: boolean): void
  /** The last line, and the status that the command ends with. */
  tell(seed: number): void
}

export function openVerdict(): Verdict {
  const found: boolean[] = []
  return {
    judge(what, holds) {
      found.push(holds)
      console.log(`${holds ? 'holds' : 'FAILS'}: ${what}`)
    },
    tell(seed) {
      const failed = found.filter(holds => !holds).length
      console.log(`seed ${seed}`)
      console.log(`${found.length - failed} passed, ${failed} failed`)
      process.exitCode = failed === 0 ? 0 : 1
    },
  }
}
