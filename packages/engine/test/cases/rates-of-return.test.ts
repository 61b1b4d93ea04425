import { describe, expect, it } from 'vitest'
import {
  annualize,
  annualizeReturn,
  dietzContributions,
  modifiedDietz,
  parseDay,
  periodicIrr,
  xirr,
} from '../../src/index.ts'
import { KNOWN_RATES, MANY_RATES, NO_RATE, STEEP_RATE } from '../facts/known-rates.ts'

const dated = (flows: readonly (readonly [string, number])[]) =>
  flows.map(([on, amount]) => ({ day: parseDay(on), amount }))

describe('the internal rate of return', () => {
  for (const known of KNOWN_RATES)
    it(`of ${known.history} is ${(known.rate * 100).toFixed(2)} %`, () => {
      const found = xirr(dated(known.flows))
      expect(Math.abs((found.rate ?? 9) - known.rate)).toBeLessThanOrEqual(known.tolerance)
      expect(found.isAmbiguous).toBe(false)
      expect(found.roots).toHaveLength(1)
    })

  it('finds all roots of ambiguous flows, chooses a usual one and flags the ambiguity', () => {
    for (const { flows, roots } of MANY_RATES) {
      const found = xirr(dated(flows))
      expect(found.isAmbiguous).toBe(true)
      expect(found.roots).toHaveLength(roots.length)
      found.roots.forEach((root, index) => {
        expect(Math.abs(root / (roots[index] ?? 0) - 1)).toBeLessThan(1e-9)
      })
      const nearest = roots.toSorted((a, b) => Math.abs(Math.log1p(a)) - Math.abs(Math.log1p(b)))[0] ?? 0
      expect(found.rate).toBeCloseTo(nearest, 8)
    }
  })

  it('has the sign of the total gain where several roots are usual rates', () => {
    // Two payments, income that falls by the same amount every year, and a decommissioning at the end.
    const income = Array.from({ length: 25 }, (_, year) => 108_466.80462450592 - year * 7336.840231225305)
    const found = periodicIrr([-217_500, -217_500, ...income])
    expect(found.roots.map(root => root.toFixed(4))).toEqual(['-0.0181', '0.1200'])
    expect(found.rate).toBeCloseTo(0.12, 8)
    expect(periodicIrr([217_500, 217_500, ...income.map(amount => -amount)]).rate).toBeCloseTo(-0.0181, 4)
  })

  it('leaves out a root near -100 % of flows that end with a payment', () => {
    const flows = [-1678.87, 771.96, 1814.05, 3520.3, 3552.95, 3584.99, 4789.91, -1]
    expect(periodicIrr(flows).rate).toBeCloseTo(1.00426, 4)
    expect(periodicIrr(flows).roots).toHaveLength(2)
  })

  it('is null, not zero, if no rate balances the flows', () => {
    expect(xirr(dated(NO_RATE))).toEqual({ rate: null, isAmbiguous: false, roots: [] })
    for (const flows of [[1, 2, 3], [-1, -2, -3], [40_000, 5000, 8000, 12_000, 30_000], []])
      expect(periodicIrr(flows).rate).toBeNull()
  })

  it('converges on a very steep curve', () => {
    expect(xirr(dated(STEEP_RATE)).rate).toBeCloseTo(-0.897353821488222, 8)
  })

  it('of equal periods agrees with spreadsheets', () => {
    expect(periodicIrr([-150_000, 15_000, 25_000, 35_000, 45_000, 60_000]).rate).toBeCloseTo(0.0524, 4)
    expect(periodicIrr([-100, 0, 0, 74]).rate).toBeCloseTo(-0.0955, 4)
    const threeRoots = periodicIrr([-5, 10.5, 1, -8, 1])
    expect(threeRoots.rate).toBeCloseTo(0.0886, 3)
    expect(threeRoots.roots).toHaveLength(3)
    const trailing = periodicIrr([-1678.87, 771.96, 1814.05, 3520.3, 3552.95, 3584.99, 4789.91, -1])
    expect(trailing.rate).toBeCloseTo(1.00426, 4)
    expect(trailing.roots).toHaveLength(2)
  })

  it('uses a year of 365 days unless the caller passes 365.25', () => {
    const oneYear = dated([
      ['2017-01-01', -100],
      ['2018-01-01', 112],
    ])
    expect(xirr(oneYear).rate).toBeCloseTo(0.12, 10)
    expect(xirr(oneYear, 365.25).rate).toBeCloseTo(0.1201, 4)
    const midYear = dated([
      ['2017-01-01', -100],
      ['2017-06-01', -100],
      ['2018-01-01', 220],
    ])
    expect(xirr(midYear, 365.25).rate).toBeCloseTo(0.1273, 4)
  })

  it('of two textbook investors differs from the market return', () => {
    expect(periodicIrr([-100, -118, 264]).rate).toBeCloseTo(0.1386, 4)
    expect(annualize(1.22 * 1.1 - 1, 2, 1)).toBeCloseTo(0.1584, 4)
    expect(periodicIrr([-200, 100, 170]).rate).toBeCloseTo(0.2052, 4)
    expect(annualize(0.7, 2, 1)).toBeCloseTo(0.3038, 4)
  })
})

describe('annualizing', () => {
  it('raises growth to the power of years and keeps a zero return at zero', () => {
    expect(annualize(0.1025, 65)).toBeCloseTo(0.729705, 2)
    expect(annualize(0.05, 365)).toBeCloseTo(0.05, 12)
    expect(annualize(0.2374, 575)).toBeCloseTo(0.145, 2)
    expect(annualize(0, 0)).toBe(0)
    const from = parseDay('2025-01-01')
    expect(annualizeReturn(0.05, { from, to: from + 363 })).toBeNull()
    expect(annualizeReturn(0.05, { from, to: from + 364 })).toBeCloseTo(0.05, 12)
    expect(annualizeReturn(null, { from, to: from + 1000 })).toBeNull()
    expect(annualize(0.1, 0)).toBeNull()
    expect(annualize(-1, 365)).toBeNull()
  })

  it('works by observations: nine daily, weekly or monthly returns', () => {
    const total =
      [0, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1].reduce((growth, r) => growth * (1 + r), 1) - 1
    expect(annualize(total, 9, 252)).toBeCloseTo(1.91359253731942, 8)
    expect(annualize(total, 9, 52)).toBeCloseTo(0.246908305139982, 8)
    expect(annualize(total, 9, 12)).toBeCloseTo(0.0522420613860481, 8)
    expect(annualize(0.01, 1, 252)).toBeCloseTo(11.2740020992402, 8)
  })
})

describe('modified Dietz', () => {
  const days = (period: number, flows: readonly (readonly [number, number])[]) =>
    flows.map(([day, amount]) => ({ time: day / period, amount }))

  it('weights flows by the time they were invested', () => {
    expect(modifiedDietz(100, 300, days(730, [[365, 50]]))).toEqual({
      gain: 150,
      averageCapital: 125,
      return: 1.2,
    })
    expect(modifiedDietz(74.2, 104.4, days(31, [[14, 37.1]])).return).toBeCloseTo(-0.0729809955986216, 12)
    const four = days(90, [
      [15, 10],
      [38, 50],
      [46, 35],
      [79, 20],
    ])
    expect(modifiedDietz(1000, 1200, four).return).toBeCloseTo(0.0804331826306382, 12)
  })

  it('does not turn a profit into -900 % if the average capital is negative', () => {
    const result = modifiedDietz(1000, 250, days(40, [[5, -1200]]))
    expect(result.gain).toBe(450)
    expect(result.averageCapital).toBeCloseTo(-50, 10)
    expect(result.return).not.toBeCloseTo(-9, 3)
    expect(result.return).toBeCloseTo(0.45, 12)
    expect(modifiedDietz(0, 100, days(10, [[5, -100]])).return).toBeNull()
  })

  it('has contributions that add up to the total', () => {
    const parts = dietzContributions([
      { begin: 10_000, flows: [{ time: 0.75, amount: -8000 }], gain: 100 },
      { begin: 0, flows: [{ time: 0.75, amount: 8000 }], gain: 800 },
    ])
    expect(parts.map(part => part.averageCapital)).toEqual([8000, 2000])
    expect(parts.map(part => part.contribution)).toEqual([0.01, 0.08])
    expect(parts.map(part => part.return)).toEqual([0.0125, 0.4])
    expect(modifiedDietz(10_000, 10_900, []).return).toBeCloseTo(0.09, 12)
  })
})
