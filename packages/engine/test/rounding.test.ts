import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDecimals, roundParts, roundTable, roundTo, roundWithRest } from '../src/index.ts'

const amount = fc.oneof(
  fc.integer({ min: -1e8, max: 1e8 }).map(units => units / 7),
  fc.constant(0),
)
const decimals = fc.constantFrom('JPY', 'CHF', 'KWD').map(currencyDecimals)
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0)

describe('the decimals of a currency', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['CHF', 2],
    ['KWD', 3],
    ['BTC', 2],
  ])('are those of ISO 4217: %s has %d', (currency, expected) =>
    expect(currencyDecimals(currency)).toBe(expected),
  )
})

describe('a rounded number', () => {
  it('stays what it is where it has no further decimals, however large', () => {
    for (const [value, places] of [
      [30_000_000, 8],
      [300_000_000, 8],
      [98_765_432_109.87, 2],
    ] as const)
      expect(roundTo(value, places)).toBe(value)
  })

  it('is rounded as the decimal it stands for', () => {
    expect([1.005, 2.675, -1.005].map(value => roundTo(value, 2))).toEqual([1.01, 2.68, -1.01])
  })
})

describe('rounded parts', () => {
  it('give no unit to a part that is zero', () => {
    expect(roundParts([100, 0, 50], 2, 149.99)).toEqual([100, 0, 49.99])
    expect(roundParts([0, 0], 2, 0.01)).toEqual([0.01, 0])
  })

  it('add up in currencies without decimals and with three', () => {
    expect(roundParts([33.4, 33.4, 33.2], 0)).toEqual([34, 33, 33])
    expect(roundParts([0.3334, 0.3333, 0.3333], 3, 1)).toEqual([0.334, 0.333, 0.333])
  })
})

describe('parts of which one takes the rest', () => {
  it('add up, and each but one has its own rounding', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 4 }), decimals, (parts, places) => {
        const total = roundTo(sum(parts), places)
        const rounded = roundWithRest(parts, total, places)
        expect(sum(rounded)).toBeCloseTo(total, places + 2)
        const changed = parts.flatMap((part, index) =>
          rounded[index] === roundTo(part, places) ? [] : [index],
        )
        expect(changed.every(index => index === parts.findLastIndex(Boolean))).toBe(true)
      }),
    )
  })

  it('have a rest of 0 or of the sign of its part, where there are two', () => {
    fc.assert(
      fc.property(amount, amount, decimals, (first, second, places) => {
        const [, rest = null] = roundWithRest([first, second], roundTo(first + second, places), places)
        if (rest !== 0 && second !== 0) expect(Math.sign(rest ?? 0)).toBe(Math.sign(second))
      }),
    )
  })

  it('are rounded on their own where one is missing', () => {
    expect(roundWithRest([1.006, null], 5, 2)).toEqual([1.01, null])
    expect(roundWithRest([1.006, 2.006], null, 2)).toEqual([1.01, 2.01])
  })
})

describe('a rounded table', () => {
  it('adds up in rows and columns, with zero cells unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(amount, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        decimals,
        (rows, places) => {
          const total = roundTo(sum(rows.flat()), places)
          const rowTotals = roundParts(rows.map(sum), places, total)
          const columns = [0, 1, 2].map(column => sum(rows.map(row => row[column] ?? 0)))
          const columnTotals = roundParts(columns, places, total)
          const cells = roundTable(rows, rowTotals, columnTotals, places)
          for (const [index, row] of cells.entries()) {
            expect(sum(row)).toBeCloseTo(rowTotals[index] ?? 0, places + 2)
            for (const [column, cell] of row.entries()) {
              const exact = rows[index]?.[column] ?? 0
              expect(Math.abs((cell ?? 0) - exact)).toBeLessThan(4 / 10 ** places)
              if (exact === 0 && (rows[index] ?? []).some(Boolean)) expect(cell).toBe(0)
            }
          }
          // Without zeros a unit can always move, so the columns add up too.
          if (rows.flat().every(Boolean))
            for (const [column, expected] of columnTotals.entries())
              expect(sum(cells.map(row => row[column] ?? 0))).toBeCloseTo(expected ?? 0, places + 2)
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })
})
