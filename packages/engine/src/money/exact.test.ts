import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, exact, multiply, negate, toNumber, toText } from './exact.ts'

/** A decimal text of up to 25 digits with its units and scale. */
const decimalText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([isNegative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
    return { text: isNegative ? `-${text}` : text, units: isNegative ? -units : units, scale }
  })

describe('an exact decimal', () => {
  it('keeps every digit of its text', () => {
    fc.assert(
      fc.property(decimalText, ({ text, units, scale }) => {
        const value = exact(text)
        expect([BigInt(value.units), value.scale]).toEqual([units, scale])
        expect(toNumber(value)).toBe(Number(text) + 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the last digit at the limits of float64', () => {
    for (const text of [
      '99999999999999.9',
      '999999999999999',
      '0.00000000000001',
      '9007199254740993',
      '-0.1',
    ])
      expect(toText(exact(text))).toBe(text)
  })

  it('adds and multiplies without rounding', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (one, other) => {
        const product = multiply(exact(one.text), exact(other.text))
        expect(BigInt(product.units)).toBe(one.units * other.units)
        expect(toText(add(exact(one.text), negate(exact(one.text))))).toBe('0')
      }),
    )
  })

  it('rejects text that is not a decimal', () => {
    for (const text of ['', '.', '-', '1,5', '0x10', 'Infinity', '1.2.3', '12a'])
      expect(() => exact(text)).toThrow(RangeError)
  })
})
