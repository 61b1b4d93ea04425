import { describe, expect, it } from 'vitest'
import type { FileReading } from '../src/index.ts'
import { judgeTable, readAsProposed } from './support/judge-table.ts'
import { createTable } from './support/random-table.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const runs = 300

type Read = Extract<FileReading, { state: 'read' }>

/** Damages the drafts of the first table that has some, and judges the result. */
function judgeDamaged(damage: (reading: Read['reading']) => Partial<Read['reading']>): readonly string[] {
  for (let run = 0; ; run += 1) {
    const table = createTable(run)
    const reading = readAsProposed(table.bytes)
    if (reading.state !== 'read' || reading.reading.drafts.length < 2 || !table.states.currency) continue
    return judgeTable(table, { ...reading, reading: { ...reading.reading, ...damage(reading.reading) } })
      .wrong
  }
}

describe('random tables', () => {
  it(`give the transactions they were written from, or problems (SEED=${seed})`, () => {
    const wrong: string[] = []
    let right = 0
    let rows = 0
    for (let run = 0; run < runs; run += 1) {
      const table = createTable(seed + run)
      const verdict = judgeTable(table, readAsProposed(table.bytes))
      wrong.push(...verdict.wrong.map(fault => `seed ${seed + run}: ${fault}`))
      right += verdict.right
      rows += table.rows.size
    }
    expect(wrong).toEqual([])
    // Refusing everything would be safe and useless.
    expect(right / rows).toBeGreaterThan(0.7)
  })

  it('reveal a wrong currency', () => {
    const wrong = judgeDamaged(({ drafts }) => ({
      drafts: drafts.map((draft, index) => (index === 0 ? { ...draft, currency: 'JPY' } : draft)),
    }))
    expect(wrong).toEqual([expect.stringContaining('currency is JPY')])
  })

  it('reveal a row that was dropped', () => {
    const wrong = judgeDamaged(({ drafts }) => ({ drafts: drafts.slice(1) }))
    expect(wrong).toEqual([expect.stringContaining('vanished')])
  })
})
