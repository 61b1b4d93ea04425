import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { sampleBytes } from './support/sample-files.ts'

const degiro = `Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
04-05-2026,09:00,04-05-2026,OLD CORP,NL0000000008,"PRODUCTWIJZIGING: Verkoop 50 @ 10 EUR",,EUR,"500,00",EUR,"500,00",
04-05-2026,09:00,04-05-2026,NEW CORP,NL0000000016,"PRODUCTWIJZIGING: Koop 25 @ 19,5 EUR",,EUR,"-487,50",EUR,"12,50",
`

function readMerger(bytes: Uint8Array) {
  const reading = readFile(bytes)
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading.reading.drafts.filter(({ type }) => type === 'merger')
}

describe('the value of new shares in a merger', () => {
  it('is read from an IBKR statement beside the cash', () => {
    expect(readMerger(sampleBytes('ibkr-flex.xml'))).toMatchObject([
      { quantity: '-50', amount: null },
      { quantity: '25', amount: '487.5', net: '12.5' },
    ])
  })

  it('is the price at which a CSV statement posts them', () => {
    expect(readMerger(new TextEncoder().encode(degiro))).toMatchObject([
      { quantity: '-50', price: null },
      { quantity: '25', price: '19.5', numerator: '25', denominator: '50' },
    ])
  })

  it('does not change the keys of earlier imports', () => {
    const unpriced = degiro.replace('19,5 EUR', '0 EUR')
    const keys = (text: string) => readMerger(new TextEncoder().encode(text)).map(({ key }) => key)
    expect(keys(unpriced)).toEqual(keys(degiro))
  })
})
