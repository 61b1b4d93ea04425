import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { type OddLayout, oddLayouts } from './support/odd-layouts.ts'

/** Reads a file as a person does who accepts every proposal. */
function read({ bytes }: OddLayout) {
  const seen = readFile(bytes)
  const mapping = seen.state === 'needs_columns' ? seen.csv.mapping : null
  const reading = mapping === null ? seen : readFile(bytes, { mapping })
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading.reading
}

describe('an unusual layout', () => {
  it.each(Object.entries(oddLayouts))('is right or a problem, never wrong: %s', (_, layout) => {
    const { drafts, problems, skipped, rows } = read(layout)
    const shown = drafts.map(({ date, type, quantity, net, amount, currency }) =>
      [date, type, quantity ?? '-', net ?? amount, currency ?? '-'].join(' '),
    )
    expect(shown.filter(each => !layout.states.includes(each))).toEqual([])
    expect(new Set(shown).size).toBe(shown.length)
    expect({ right: shown.length, problems }).toMatchObject({ right: layout.right })
    // What is not read is said: each row is a draft, a problem, or skipped with a reason.
    expect(drafts.length + problems.length + skipped.length).toBeGreaterThanOrEqual(layout.states.length)
    expect(rows.total).toBe(rows.drafts + rows.problems + rows.skipped + rows.holdings + rows.cancellations)
  })
})
