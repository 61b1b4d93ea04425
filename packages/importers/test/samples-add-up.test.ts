import { describe, expect, it } from 'vitest'
import { type FileReading, readFile } from '../src/index.ts'
import { checkSample } from './support/check-sample.ts'
import { sampleBytes, sampleNames } from './support/sample-files.ts'

const textOf = (name: string) => new TextDecoder().decode(sampleBytes(name)).replace(/\r\n?/g, '\n')
const check = (name: string) => checkSample(textOf(name), readFile(sampleBytes(name)))

describe('rows and numbers of the samples', () => {
  it.each(sampleNames)('add up: %s', name => {
    expect(check(name).failures).toEqual([])
  })

  it('compare amounts and balances of many samples', () => {
    const checks = sampleNames.map(check)
    expect(checks.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(40)
    expect(checks.reduce((sum, { balances }) => sum + balances, 0)).toBeGreaterThan(0)
  })

  const readSample = (name: string) => {
    const reading = readFile(sampleBytes(name))
    if (reading.state !== 'read') throw new Error('the sample is not read')
    return reading
  }

  it('reveal a reader that drops a row', () => {
    const reading = readSample('degiro.csv')
    const { rows } = reading.reading
    const dropped: FileReading = {
      ...reading,
      reading: { ...reading.reading, rows: { ...rows, total: rows.total - 1, drafts: rows.drafts - 1 } },
    }
    expect(checkSample(textOf('degiro.csv'), dropped).failures).not.toEqual([])
  })

  it('reveal a reader that misreads an amount', () => {
    const reading = readSample('parqet.csv')
    const drafts = reading.reading.drafts.map(draft =>
      draft.net === null ? draft : { ...draft, net: `${draft.net.split('.')[0]}0` },
    )
    const misread: FileReading = { ...reading, reading: { ...reading.reading, drafts } }
    expect(checkSample(textOf('parqet.csv'), misread).failures).not.toEqual([])
  })
})
