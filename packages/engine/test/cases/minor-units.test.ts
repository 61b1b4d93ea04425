import { describe, expect, it } from 'vitest'
import { convertUnit } from '../../src/index.ts'

describe('a price in a minor unit', () => {
  it.each([
    ['243.08', 'GBX', 'GBP', '2.4308'],
    ['243.08', 'GBp', 'GBX', '243.08'],
    ['2.4308', 'GBP', 'GBp', '243.08'],
    ['0.1', 'ZAc', 'ZAR', '0.001'],
    ['-37.63', 'ILS', 'ILA', '-3763'],
    ['123456789012345.123456789', 'GBX', 'GBP', '1234567890123.45123456789'],
    ['58.92', 'CHF', 'CHF', '58.92'],
  ])('%s %s is converted to %s exactly', (value, from, to, expected) => {
    expect(convertUnit(value, from, to)).toBe(expected)
  })

  it('is not converted to another currency', () => {
    expect(convertUnit('1', 'GBX', 'USD')).toBeNull()
    expect(convertUnit('1', 'ZAc', 'GBP')).toBeNull()
  })
})
