import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { damageFile } from './support/damage-file.ts'
import { brokenInvariants } from './support/invariants.ts'
import { sampleBytes, sampleNames } from './support/sample-files.ts'

const files = sampleNames.map(sampleBytes)
const fileAt = (index: number): Uint8Array => files[index % files.length] ?? new Uint8Array()

describe('damaged files', () => {
  it('violate no invariant in 500 runs: no crash, no half-read row, lines named', () => {
    const broken: string[] = []
    for (let run = 0; run < 500; run += 1) {
      const violations = brokenInvariants(damageFile(fileAt(run), fileAt(run * 7 + 3), run))
      broken.push(
        ...violations.map(violation => `${sampleNames[run % files.length]}, run ${run}: ${violation}`),
      )
    }
    expect(broken).toEqual([])
  })

  it('reveal a reader that loses line numbers', () => {
    const sabotaged = (bytes: Uint8Array) => {
      const reading = readFile(bytes)
      return reading.state === 'unreadable' ? { ...reading, line: 0 } : reading
    }
    expect(brokenInvariants(new TextEncoder().encode('<a><b></a>'), sabotaged)).not.toEqual([])
  })
})
