import { typeFromCfi } from '@plumbline/importers'
import { describe, expect, it } from 'vitest'
import { countryFromIsin } from '../../platform/db/market/derived-classification.ts'
import { identifierProblem, isFigi } from './instrument-identifiers.ts'

describe('identifiers', () => {
  it.each([
    ['isin', 'CH0038863350', 'CH0038863351'],
    ['cusip', '037833100', '037833101'],
    ['sedol', '0263494', '0263495'],
    ['wkn', '710000', '71000'],
    ['valor', '3886335', '38863X'],
    ['figi', 'BBG000BLNNH6', 'BBG000BLNNH7'],
    ['cfi', 'ESVUFR', 'ESVUF1'],
  ])('checks a %s', (kind, right, wrong) => {
    expect(identifierProblem(kind, right)).toBeNull()
    expect(identifierProblem(kind, wrong)).not.toBeNull()
  })

  it('lets custodians and providers use any number', () => {
    expect(identifierProblem('yahoo', 'NESN.SW')).toBeNull()
  })

  it('finds every wrong check digit of a FIGI', () => {
    for (let digit = 0; digit < 10; digit += 1)
      expect(isFigi(`BBG000BLNNH${digit}`), String(digit)).toBe(digit === 6)
  })
})

describe('derived classification', () => {
  it('takes the country of an ISIN, but none of international prefixes', () => {
    expect(['CH0038863350', 'XS1234567890', 'EU000A1G0EN1', null].map(countryFromIsin)).toEqual([
      'CH',
      null,
      null,
      null,
    ])
  })

  it('takes the type of a CFI code', () => {
    expect(['ESVUFR', 'CEOGES', 'CIOGES', 'DBFTFB', 'TTTTTT', 'es'].map(typeFromCfi)).toEqual([
      'equity',
      'etf',
      'fund',
      'bond',
      null,
      null,
    ])
  })
})
