import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { type BrokerLayout, brokerLayouts } from './support/broker-layouts.ts'

const today = '2026-11-19'

/** Reads a file as a person does who accepts every proposal and answers what is asked. */
function read({ text, isLatin, answers }: BrokerLayout) {
  const bytes = Buffer.from(text, isLatin ? 'latin1' : 'utf8')
  const seen = readFile(bytes, { today })
  if (seen.state !== 'needs_columns') throw new Error(`the file is ${seen.state}`)
  const file = readFile(bytes, { today, mapping: { ...seen.csv.mapping, ...answers } })
  if (file.state !== 'read') throw new Error(JSON.stringify(file))
  return file.reading
}

describe('a table in the manner of a bank or broker', () => {
  it.each(Object.entries(brokerLayouts))('is read as its owner would read it: %s', (_, layout) => {
    const { drafts, problems, rows, statements } = read(layout)
    expect(
      drafts.map(({ line, date, type, quantity, net, amount, fees, taxes, currency, instrument }) =>
        [
          line,
          date,
          type,
          quantity ?? '-',
          net ?? amount,
          fees,
          taxes,
          currency ?? '-',
          instrument?.isin ?? instrument?.symbol ?? instrument?.name ?? '-',
        ].join(' '),
      ),
    ).toEqual(layout.drafts)
    expect(problems.map(({ line }) => line)).toEqual(layout.problems ?? [])
    // Account numbers of payees are no accounts of the file.
    expect(statements).toHaveLength(1)
    expect(rows.total).toBe(rows.drafts + rows.problems + rows.skipped)
  })

  it('never books the parts of a collective order beside their sum', () => {
    const layout = brokerLayouts['an account of a Swiss bank, with a collective order and its parts']
    if (!layout) throw new Error('the layout is missing')
    const { drafts, statements } = read(layout)
    const entries = drafts.reduce(
      (sum, { side, amount }) => sum + (side === 'in' ? 1 : -1) * Number(amount),
      0,
    )
    expect(entries.toFixed(2)).toBe((8920.6 - 4083.1).toFixed(2))
    expect(statements[0]?.rows).toMatchObject({ total: 7, drafts: 5, skipped: 2 })
  })
})
