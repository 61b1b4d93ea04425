import { describe, expect, it } from 'vitest'
import { contractSizeProblem, custodianIdProblem, isinProblem, numberIn } from './instrument-rules.ts'

describe('what is typed about an instrument', () => {
  it('is a number with a point or a comma, whatever stands between its groups', () => {
    expect(numberIn('44.10')).toBe(44.1)
    expect(numberIn(" 1'234,5 ")).toBe(1234.5)
    expect(numberIn('-3')).toBe(-3)
    for (const wrong of ['', '1,2,3', '12a', '1.', '.5', 'NaN']) expect(numberIn(wrong), wrong).toBeNull()
  })

  it('needs a contract size above nothing', () => {
    expect(contractSizeProblem('100')).toBeUndefined()
    expect(contractSizeProblem('0')).toBe('instrument_number_positive')
    expect(contractSizeProblem('ten')).toBe('instrument_number_positive')
  })

  it('may be without an ISIN, but not with a wrong one', () => {
    expect(isinProblem('')).toBeUndefined()
    expect(isinProblem('ch0038863350')).toBeUndefined()
    expect(isinProblem('CH003886335')).toBe('isin_invalid')
  })

  it('gives a custodian a short name that can stand in an address', () => {
    expect(custodianIdProblem('banque-1')).toBeUndefined()
    expect(custodianIdProblem('Banque')).toBe('custodian_id_invalid')
    expect(custodianIdProblem('')).toBe('custodian_id_invalid')
  })
})
