import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { sampleBytes } from './support/sample-files.ts'

function readFlex(change: (text: string) => string) {
  const text = new TextDecoder().decode(sampleBytes('ibkr-flex.xml'))
  const found = readFile(new TextEncoder().encode(change(text)))
  if (found.state !== 'read') throw new Error(JSON.stringify(found))
  return found.reading.drafts
}

describe('a negative price in a statement', () => {
  it('is kept for a future, which can trade below 0', () => {
    const drafts = readFlex(text => text.replace('tradePrice="5000"', 'tradePrice="-37.63"'))
    const future = drafts.find(({ instrument }) => instrument?.type === 'future')
    expect(future).toMatchObject({ type: 'trade', quantity: '1', price: '-37.63' })
  })

  it('only repeats the side of a share', () => {
    const drafts = readFlex(text => text.replaceAll('tradePrice="', 'tradePrice="-').replaceAll('"--', '"-'))
    const shares = drafts.filter(({ type, instrument }) => type === 'trade' && instrument?.type !== 'future')
    expect(shares.length).toBeGreaterThan(0)
    for (const { price } of shares) expect(Number(price)).toBeGreaterThanOrEqual(0)
  })
})
