import { describe, expect, it } from 'vitest'
import { type FileReading, readFile } from '../src/index.ts'
import { sampleBytes, sampleNames } from './support/sample-files.ts'

function keysOf(reading: FileReading): string[] {
  return reading.state === 'read' ? reading.reading.drafts.map(draft => draft.key) : []
}
const keysOfText = (text: string) => keysOf(readFile(new TextEncoder().encode(text)))
const textOf = (name: string) => new TextDecoder().decode(sampleBytes(name))

/** Keeps only some of the rows below the header. */
function part(text: string, keep: (index: number) => boolean): string {
  const lines = text.split('\n')
  const header = lines.findIndex(line => /Order #|Run Date|"Date"|^Date;/.test(line))
  return lines.filter((_, index) => index <= header || keep(index - header - 1)).join('\n')
}

describe('row keys', () => {
  it.each(sampleNames)('are unique and stay the same when %s is read again', name => {
    const keys = keysOf(readFile(sampleBytes(name)))
    expect(keysOf(readFile(sampleBytes(name)))).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each(['swissquote.csv', 'fidelity.csv'])(
    'of two overlapping files add up to those of the whole file (%s)',
    name => {
      const text = textOf(name)
      const older = keysOfText(part(text, index => index >= 3))
      const newer = keysOfText(part(text, index => index < 8))
      const both = new Set([...older, ...newer])
      expect([...both].sort()).toEqual(keysOfText(text).sort())
      expect(older.length + newer.length).toBeGreaterThan(both.size)
    },
  )

  it('number equal rows of a day', () => {
    const keys = keysOfText(textOf('fidelity.csv'))
    const counted = keys.filter(key => key.endsWith('#2'))
    expect(counted).toHaveLength(1)
    expect(keys).toContain(counted[0]?.slice(0, -2))
  })

  it('do not depend on number formatting or row order', () => {
    const head = 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate'
    const row = '2026-01-12T14:30:10Z,ALPF,BUY - MARKET,2.5,$48.25,$120.63,USD,1.1'
    const same = '2026-01-12T14:30:10Z,ALPF,BUY - MARKET,2.5000,48.250,120.63,USD,1.1'
    const other = '2026-01-13T14:30:10Z,ALPF,BUY - MARKET,1,$48.25,$48.25,USD,1.1'
    const keys = keysOfText([head, row, other].join('\n'))
    expect(keysOfText([head, other, same].join('\n')).sort()).toEqual([...keys].sort())
  })

  it('stay the same when an amount of an order changes, so that it counts as a correction', () => {
    const text = textOf('swissquote.csv')
    const changed = text.replace('100.0;85.50;10.00;0.00;-8560.00', '100.0;85.40;10.00;0.00;-8550.00')
    expect(changed).not.toBe(text)
    expect(keysOfText(changed)).toEqual(keysOfText(text))
  })

  it('change with the content of a row that has no id', () => {
    const text = textOf('fidelity.csv')
    expect(keysOfText(text.replace(',44,', ',45,'))).not.toEqual(keysOfText(text))
  })
})
