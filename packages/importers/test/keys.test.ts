import { describe, expect, it } from 'vitest'
import { type FileReading, readFile } from '../src/index.ts'
import { sampleBytes, sampleNames } from './sample-files.ts'

function keysOf(reading: FileReading): string[] {
  return reading.state === 'read' ? reading.reading.drafts.map(draft => draft.key) : []
}
const keysOfText = (text: string) => keysOf(readFile(new TextEncoder().encode(text)))
const textOf = (name: string) => new TextDecoder().decode(sampleBytes(name))

/** A file with only some of the rows below its header. */
function part(text: string, keep: (index: number) => boolean): string {
  const lines = text.split('\n')
  const header = lines.findIndex(line => /Order #|Run Date|"Date"|^Date;/.test(line))
  return lines.filter((_, index) => index <= header || keep(index - header - 1)).join('\n')
}

describe('keys of rows', () => {
  it.each(sampleNames)('are the same when %s is read again', name => {
    const keys = keysOf(readFile(sampleBytes(name)))
    expect(keysOf(readFile(sampleBytes(name)))).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each(['swissquote.csv', 'fidelity.csv'])(
    'of two files that overlap are together those of the whole (%s)',
    name => {
      const text = textOf(name)
      const older = keysOfText(part(text, index => index >= 3))
      const newer = keysOfText(part(text, index => index < 8))
      const both = new Set([...older, ...newer])
      expect([...both].sort()).toEqual(keysOfText(text).sort())
      expect(older.length + newer.length).toBeGreaterThan(both.size)
    },
  )

  it('tell equal rows of a day apart by counting them', () => {
    const keys = keysOfText(textOf('fidelity.csv'))
    const counted = keys.filter(key => key.endsWith('#2'))
    expect(counted).toHaveLength(1)
    expect(keys).toContain(counted[0]?.slice(0, -2))
  })

  it('do not depend on how numbers are written or in which order rows stand', () => {
    const head = 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate'
    const row = '2026-01-12T14:30:10Z,ALPF,BUY - MARKET,2.5,$48.25,$120.63,USD,1.1'
    const same = '2026-01-12T14:30:10Z,ALPF,BUY - MARKET,2.5000,48.250,120.63,USD,1.1'
    const other = '2026-01-13T14:30:10Z,ALPF,BUY - MARKET,1,$48.25,$48.25,USD,1.1'
    const keys = keysOfText([head, row, other].join('\n'))
    expect(keysOfText([head, other, same].join('\n')).sort()).toEqual([...keys].sort())
  })

  it('stay when an amount of the same order changes, so that the change is seen as one', () => {
    const text = textOf('swissquote.csv')
    const changed = text.replace('100.0;85.50;10.00;0.00;-8560.00', '100.0;85.40;10.00;0.00;-8550.00')
    expect(changed).not.toBe(text)
    expect(keysOfText(changed)).toEqual(keysOfText(text))
  })

  it('differ for rows without an id as soon as the row says something else', () => {
    const text = textOf('fidelity.csv')
    expect(keysOfText(text.replace(',44,', ',45,'))).not.toEqual(keysOfText(text))
  })
})
