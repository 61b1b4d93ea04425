import { describe, expect, it } from 'vitest'
import { parseNumber, typedNumber } from './parse-number.ts'

describe('a typed number', () => {
  it.each([
    ['1,250.50', 'en-US', 1250.5],
    ['1’250.50', 'en-US', 1250.5],
    ['−3', 'en-US', -3],
    ['1.250,50', 'de', 1250.5],
    ['1.250', 'de', 1250],
    ['1.5', 'de', 1.5],
    ['0,75', 'de', 0.75],
    ['', 'de', null],
    ['1’250.50', "de/1'234.56", 1250.5],
    ['1,25', "de/1'234.56", 1.25],
    ['1,250.50', "de/1'234.56", 1250.5],
    ['1 250,50', 'en-US/1 234,56', 1250.5],
    ['1.25', 'en-US/1 234,56', 1.25],
    ['1.250,50', 'en-US/1.234,56', 1250.5],
  ] as const)('%s in %s is %s', (typed, language, value) => {
    expect(parseNumber(typed, language)).toBe(value)
  })

  it('is NaN when it is not a number', () => {
    for (const typed of ['twelve', '1.2.3', '--1', '1e5']) expect(parseNumber(typed, 'en-US')).toBeNaN()
  })

  it('is NaN when it could be thousands or a fraction', () => {
    expect(parseNumber('1,25', 'en-US')).toBeNaN()
    expect(parseNumber('1,250', "de/1'234.56")).toBeNaN()
    expect(parseNumber('1.250', 'de/1 234,56')).toBeNaN()
  })

  it('is formatted so that it can be typed again', () => {
    expect(typedNumber(1250.5, 'de')).toBe('1250,5')
    expect(typedNumber(0.1 + 0.2, 'en-US')).toBe('0.3')
    expect(parseNumber(typedNumber(1250.125, 'de'), 'de')).toBe(1250.125)
    expect(typedNumber(null, 'de')).toBe('')
  })
})
