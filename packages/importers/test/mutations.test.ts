import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { brokenInvariants } from './laws.ts'
import { mutated } from './mutate.ts'
import { sampleBytes, sampleNames } from './sample-files.ts'

const files = sampleNames.map(sampleBytes)
const fileAt = (index: number): Uint8Array => files[index % files.length] ?? new Uint8Array()

describe('files that are broken', () => {
  it('are never a crash, never half posted, and name the line: 500 of them', () => {
    const broken: string[] = []
    for (let run = 0; run < 500; run += 1) {
      const complaints = brokenInvariants(mutated(fileAt(run), fileAt(run * 7 + 3), run))
      broken.push(
        ...complaints.map(complaint => `${sampleNames[run % files.length]}, run ${run}: ${complaint}`),
      )
    }
    expect(broken).toEqual([])
  })

  it('would be told from whole ones: a reader that loses lines is found out', () => {
    const sabotaged = (bytes: Uint8Array) => {
      const reading = readFile(bytes)
      return reading.state === 'unreadable' ? { ...reading, line: 0 } : reading
    }
    expect(brokenInvariants(new TextEncoder().encode('<a><b></a>'), sabotaged)).not.toEqual([])
  })
})
