import { describe, expect, it } from 'vitest'
import { contractSizeProblem, custodianIdProblem, isinProblem, parseTypedNumber } from './instrument-rules.ts'

describe('instrument form validation', () => {
  it('parses numbers with a decimal point or comma and any group separator', () => {
    expect(parseTypedNumber('44.10')).toBe(44.1)
    expect(parseTypedNumber(" 1'234,5 ")).toBe(1234.5)
    expect(parseTypedNumber('-3')).toBe(-3)
    for (const wrong of ['', '1,2,3', '12a', '1.', '.5', 'NaN'])
      expect(parseTypedNumber(wrong), wrong).toBeNull()
  })

  it('requires a contract size above zero', () => {
    expect(contractSizeProblem('100')).toBeUndefined()
    expect(contractSizeProblem('0')).toBe('instrument_number_positive')
    expect(contractSizeProblem('ten')).toBe('instrument_number_positive')
  })

  it('accepts an empty ISIN and rejects an invalid one', () => {
    expect(isinProblem('')).toBeUndefined()
    expect(isinProblem('ch0038863350')).toBeUndefined()
    expect(isinProblem('CH003886335')).toBe('isin_invalid')
  })

  it('requires a URL-safe custodian id', () => {
    expect(custodianIdProblem('banque-1')).toBeUndefined()
    expect(custodianIdProblem('Banque')).toBe('custodian_id_invalid')
    expect(custodianIdProblem('')).toBe('custodian_id_invalid')
  })
})
