import { describe, expect, it } from 'vitest'
import {
  annualize,
  brinsonFachler,
  calendarReturns,
  calmarRatio,
  captureRatio,
  compoundReturns,
  computeAlpha,
  computeBeta,
  informationRatio,
  omegaRatio,
  valueAtRisk,
} from '../../src/index.ts'
import { buy, deposit, withdrawal, world } from '../world.ts'

const mixed = [null, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1]
const weekly = [0, ...mixed.slice(1)]
const negative = [0, -0.06, -0.07, -0.01, -0.09, -0.02, -0.06, -0.08, -0.05]
const allNegative = [-0.02, ...negative.slice(1)]
const benchmark = [null, ...negative.slice(1)]
const flat = [0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]
const positive = [0.01, 0.02, ...flat.slice(2)]

describe('Brinson-Fachler attribution', () => {
  it('splits a return over a benchmark into allocation, selection and interaction (brinson-triad)', () => {
    const found = brinsonFachler([
      { group: 'domestic', weight: 0.65, benchmarkWeight: 0.5, return: 0.17, benchmarkReturn: 0.138 },
      { group: 'foreign', weight: 0.25, benchmarkWeight: 0.4, return: 0.081, benchmarkReturn: 0.083 },
      { group: 'cash', weight: 0.1, benchmarkWeight: 0.1, return: 0.0385, benchmarkReturn: 0.0405 },
    ])
    expect(Math.abs(found.benchmarkReturn - 0.1063)).toBeLessThanOrEqual(5.0001e-5)
    expect(Math.abs(found.total.allocation - 0.0083)).toBeLessThanOrEqual(5.0001e-5)
    expect(Math.abs(found.total.selection - 0.015)).toBeLessThanOrEqual(5.0001e-5)
    const { allocation, selection, interaction } = found.total
    expect(allocation + selection + interaction).toBeCloseTo(found.return - found.benchmarkReturn, 15)
  })
})

describe('benchmark figures', () => {
  it('include beta, alpha, information ratio and capture ratio (stats-empyrical-alpha-beta)', () => {
    expect(computeBeta(mixed, benchmark)).toBeCloseTo(-0.712962962962963, 6)
    expect(computeAlpha(mixed, benchmark)).toBeCloseTo(-0.9997853834885, 6)
    expect(
      informationRatio(
        mixed,
        mixed.map(() => 0),
      ),
    ).toBeCloseTo(0.108593060690767, 6)
    expect(informationRatio(mixed, flat)).toBeCloseTo(-0.0651558364144604, 6)
    expect(captureRatio(allNegative, mixed)).toBeCloseTo(-0.522576432229603, 6)
    expect([computeBeta([0.1], [0.1]), computeBeta(mixed, flat), computeAlpha([], [])]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('further risk ratios', () => {
  it('include Calmar and Omega (stats-empyrical-calmar-omega)', () => {
    expect(calmarRatio(mixed)).toBeCloseTo(19.1359253731942, 6)
    expect(calmarRatio(weekly, 52)).toBeCloseTo(2.46908305139982, 6)
    expect(calmarRatio(weekly, 12)).toBeCloseTo(0.522420613860481, 6)
    expect(calmarRatio(flat)).toBeNull()
    expect(annualize(compoundReturns(mixed).at(-1) ?? 0, 9, 252)).toBeCloseTo(1.91359253731942, 8)
    expect(omegaRatio(mixed, 0, 10)).toBeCloseTo(0.833542634975579, 6)
    expect(omegaRatio(mixed, flat)).toBeCloseTo(0.8125, 6)
    expect(omegaRatio(positive, 0.011)).toBeCloseTo(1.125, 6)
    expect([omegaRatio(positive, 0.02), omegaRatio(negative, 0.01)]).toEqual([0, 0])
    expect([omegaRatio(flat), omegaRatio(mixed, 0, -1)]).toEqual([null, null])
  })

  it('include value at risk (stats-empyrical-var)', () => {
    expect([valueAtRisk([1, 2], 0), valueAtRisk([1, 2], 0.3), valueAtRisk([1, 2], 1)]).toEqual([1, 1.3, 2])
    const six = [1, 81, 82, 83, 84, 85]
    expect(valueAtRisk(six, 0.1)).toBeCloseTo(41, 9)
    expect(valueAtRisk(six, 0.2)).toBeCloseTo(81, 9)
    expect(valueAtRisk(six, 0.3)).toBeCloseTo(81.5, 9)
    expect([valueAtRisk([]), valueAtRisk([1], 2)]).toEqual([null, null])
  })
})

describe('returns by month and year', () => {
  const w = world({
    asOf: '2024-04-10',
    prices: {
      X: [
        ['2023-12-15', 100],
        ['2023-12-29', 110],
        ['2024-01-31', 99],
        ['2024-02-15', 99],
      ],
    },
    transactions: [
      deposit('2023-12-15', 1000),
      buy('2023-12-15', 10, { price: 100 }),
      { on: '2024-02-20', type: 'trade', instrument: 'X', quantity: -10, price: 99 },
      withdrawal('2024-02-21', 990),
    ],
  })

  it('chain to the return of the whole period and mark partial periods', () => {
    const result = w.runQuery()
    const months = calendarReturns(result, 'month')
    expect(months.map(({ year, month, isPartial }) => [year, month, isPartial])).toEqual([
      [2023, 12, true],
      [2024, 1, false],
      [2024, 2, false],
      [2024, 3, false],
      [2024, 4, true],
    ])
    expect(months.map(({ pnl }) => pnl)).toEqual([100, -110, 0, 0, 0])
    expect(months[0]?.twr).toBeCloseTo(0.1, 12)
    expect(months[1]?.twr).toBeCloseTo(-0.1, 12)
    expect(months.map(({ twr }) => twr === null)).toEqual([false, false, false, true, true])
    const chained = months.reduce((growth, { twr }) => growth * (1 + (twr ?? 0)), 1) - 1
    expect(chained).toBeCloseTo(result.performance.pnl.rel.total ?? 0, 12)
    const years = calendarReturns(result, 'year')
    expect(years.map(({ year, month, pnl, isPartial }) => [year, month, pnl, isPartial])).toEqual([
      [2023, null, 100, true],
      [2024, null, -110, true],
    ])
  })
})
