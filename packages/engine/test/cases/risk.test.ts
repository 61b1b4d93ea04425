import { describe, expect, it } from 'vitest'
import {
  annualize,
  compoundReturns,
  computeRisk,
  downsideDeviation,
  findDrawdown,
  parseDay,
  periodVolatility,
  returnsBy,
  sharpeRatio,
  sortinoRatio,
  toIsoDate,
  tradingReturns,
  volatility,
} from '../../src/index.ts'
import { buy, deposit, world } from '../world.ts'

const mixed = [null, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1]
const weekly = [0, ...mixed.slice(1)]
const negative = [0, -0.06, -0.07, -0.01, -0.09, -0.02, -0.06, -0.08, -0.05]
const flat = [0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]
const positive = [0.01, 0.02, ...flat.slice(2)]
const benchmark = [0, 0.01, 0, 0.01, 0, 0.01, 0, 0.01, 0]
const total = (returns: readonly (number | null)[]) => compoundReturns(returns).at(-1) ?? 0

describe('returns', () => {
  it('compound, with a missing return as zero (stats-empyrical-cum-returns)', () => {
    const wanted = [0, 0.01, 0.111, 0.066559, 0.08789, 0.12052, 0.14293, 0.15436, 0.03893]
    compoundReturns(mixed).forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index] ?? 0, 4)
    })
    expect(total(negative)).toBeCloseTo(-0.3659, 4)
  })

  it('annualize by the number of periods (stats-empyrical-annual-return)', () => {
    expect(annualize(total(mixed), 9, 252)).toBeCloseTo(1.91359253731942, 8)
    expect(annualize(total(weekly), 9, 52)).toBeCloseTo(0.246908305139982, 8)
    expect(annualize(total(weekly), 9, 12)).toBeCloseTo(0.0522420613860481, 8)
    expect(annualize(0.01, 1, 252)).toBeCloseTo(11.2740020992402, 8)
  })

  it('aggregate by month and year (stats-empyrical-aggregate)', () => {
    const first = parseDay('2000-01-30')
    const daily = benchmark.map((value, index) => ({ day: first + index, value }))
    expect([...returnsBy('month', daily).values()]).toEqual([
      expect.closeTo(0.01, 8),
      expect.closeTo(0.030301, 8),
    ])
    expect(returnsBy('year', daily).get('2000')).toBeCloseTo(0.04060401, 8)
    expect(total(weekly)).toBeCloseTo(0.0389310917004801, 8)
  })
})

describe('deviations', () => {
  it('give the published Sharpe ratio (stats-empyrical-sharpe)', () => {
    expect(sharpeRatio(mixed)).toBeCloseTo(1.72386139617069, 6)
    expect(sharpeRatio(mixed, benchmark)).toBeCloseTo(0.341114114410606, 6)
    expect(sharpeRatio(positive)).toBeCloseTo(52.9150262212918, 6)
    expect(sharpeRatio(negative)).toBeCloseTo(-24.4068086339101, 6)
    expect([sharpeRatio([0.01]), sharpeRatio(mixed, mixed), sharpeRatio(flat)]).toEqual([null, null, null])
  })

  it('give the published downside risk and Sortino ratio (stats-empyrical-downside-sortino)', () => {
    expect(downsideDeviation(mixed)).toBeCloseTo(0.604483250388297, 6)
    expect(downsideDeviation(mixed, 0.1)).toBeCloseTo(1.71617306819563, 6)
    expect(downsideDeviation(weekly, 0, 52)).toBeCloseTo(0.258886504519301, 6)
    expect(downsideDeviation(weekly, 0, 12)).toBeCloseTo(0.124365054041184, 6)
    expect(sortinoRatio(mixed)).toBeCloseTo(2.60553125167369, 6)
    expect(sortinoRatio(mixed, 0.01)).toBeCloseTo(-1.393477958892, 6)
    expect(sortinoRatio(negative)).toBeCloseTo(-13.5327430750434, 6)
    expect(sortinoRatio(weekly, 0, 52)).toBeCloseTo(1.11589010568664, 6)
    expect(sortinoRatio(weekly, 0, 12)).toBeCloseTo(0.536056267418898, 6)
    expect(sortinoRatio(flat)).toBeNull()
  })

  it('cover whole and irregular periods (risk-pp-volatility, volatility-fava-monthly)', () => {
    const returns = [0.005, -0.0033333333333333335, -0.005, 0.01, 0.01, -0.005]
    expect(periodVolatility(returns)).toBeCloseTo(0.017736692475, 10)
    expect(periodVolatility(returns, true)).toBeCloseTo(0.012188677034, 10)
    expect(volatility([0.5, 1 / 3, 0.25, 0], 365 / (121 / 4))).toBeCloseTo(0.72, 2)
    expect([volatility([0.1]), periodVolatility([0.1, -1])]).toEqual([null, null])
  })

  it('exclude weekends and days without capital (risk-pp-volatility-weekend-skip)', () => {
    const returns = [0, 0.005, -0.0033333333333333335, -0.005, 0.01, 0, 0, 0.01, -0.005]
    const values = [1000, 1500, 1000, 500, 1000, 1000, 1000, 2000, 1000]
    const std = (moved: number[], held: number[]) => {
      const series = tradingReturns(
        parseDay('2015-02-02'),
        Float64Array.from(held),
        Float64Array.from(compoundReturns(moved)),
      )
      return periodVolatility(series.map(({ value }) => value))
    }
    expect(std(returns, values)).toBeCloseTo(0.017736692475, 10)
    const late = [0, 0, 0, 0.005, -0.0033333333333333335, 0, 0, -0.005, 0.01, 0.01, -0.005]
    expect(std(late, [0, 0, 1000, 1500, 1000, 1000, 1000, 500, 1000, 2000, 1000])).toBeCloseTo(
      0.017736692475,
      10,
    )
  })
})

describe('drawdown', () => {
  const levels = (cumulative: readonly number[]) => cumulative.map(value => 1 + value)
  it('is measured from the highest peak of returns (risk-pp-drawdown-none, -peak, -multi)', () => {
    expect(findDrawdown(levels([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))).toMatchObject({
      depth: 0,
      longest: 1,
      recovered: null,
    })
    expect(findDrawdown(levels([0, 0.1, 0.2, -1.4]))?.depth).toBeCloseTo(-1.33333333333333, 10)
    expect(findDrawdown(levels([1, 1, -0.5, 1, 1, 2, 3, 4, 5, 6]))?.depth).toBe(-0.75)
    // The capital before the first return counts as a peak.
    expect(findDrawdown([0.9, 0.95], 1)).toMatchObject({
      depth: expect.closeTo(-0.1, 12),
      peak: -1,
      trough: 0,
    })
    expect(findDrawdown([])).toBeNull()
  })

  it('finds trough and recovery (risk-pp-recovery)', () => {
    const found = findDrawdown([100, 120, 110, 80, 85, 90, 95, 100, 105, 110, 115, 120])
    const first = parseDay('2015-01-01')
    expect(toIsoDate(first + (found?.trough ?? 0))).toBe('2015-01-04')
    expect(toIsoDate(first + (found?.recovered ?? 0))).toBe('2015-01-12')
    expect(found?.depth).toBeCloseTo(-1 / 3, 9)
  })

  it('adds no baseline to prices (drawdown-quantstats-541-price-levels)', () => {
    expect(findDrawdown([5000, 5100, 4900, 5200, 4800, 5050])?.depth).toBeCloseTo(-0.0769, 4)
    expect(findDrawdown([50, 55, 52, 60, 54, 58])?.depth).toBeCloseTo(-0.1, 4)
  })
})

describe('the risk of a query result', () => {
  const quotes = Array.from(
    { length: 60 },
    (_, index) => [toIsoDate(parseDay('2024-01-01') + index), 100 + (index % 7)] as const,
  )
  const w = world({
    asOf: '2024-02-29',
    prices: { X: quotes },
    transactions: [deposit('2024-01-01', 1000), buy('2024-01-01', 10, { price: 100 })],
  })
  it('is computed from its daily returns', () => {
    const risk = computeRisk(w.runQuery({ from: '2024-01-02' }))
    expect(risk.observations).toBe(43)
    expect(risk.maxDrawdown).toBeCloseTo(100 / 106 - 1, 12)
    expect(toIsoDate(risk.peakDay ?? 0)).toBe('2024-01-07')
    expect(toIsoDate(risk.troughDay ?? 0)).toBe('2024-01-08')
    expect(risk).toMatchObject({
      isAnnual: false,
      volatility: null,
      sharpe: null,
      sortino: null,
      calmar: null,
    })
    expect(risk.valueAtRisk).toBeLessThan(0)
    expect([...risk.monthly.keys()]).toEqual(['2024-01', '2024-02'])
    expect(
      (1 + (risk.monthly.get('2024-01') ?? 0)) * (1 + (risk.monthly.get('2024-02') ?? 0)) - 1,
    ).toBeCloseTo(w.runQuery({ from: '2024-01-02' }).performance.pnl.rel.total ?? 0, 12)
  })

  it('is stated per year once its returns span a year, not once its period does', () => {
    const year = Array.from(
      { length: 366 },
      (_, index) => [toIsoDate(parseDay('2024-01-01') + index), 100 + (index % 7)] as const,
    )
    const given = {
      asOf: '2024-12-31',
      prices: { X: year },
      transactions: [deposit('2024-01-01', 1000), buy('2024-01-01', 10, { price: 100 })],
    }
    const full = computeRisk(world(given).runQuery({ from: '2024-01-01' }))
    expect(full.isAnnual).toBe(true)
    expect(full.volatility).toBeGreaterThan(0)
    const late = [deposit('2024-10-01', 1000), buy('2024-10-01', 10, { price: 100 })]
    const quarter = computeRisk(world({ ...given, transactions: late }).runQuery({ from: '2024-01-01' }))
    expect(quarter).toMatchObject({ isAnnual: false, volatility: null, sharpe: null, sortino: null })
    expect(quarter.maxDrawdown).toBeLessThan(0)
  })

  it('is null with too few observations', () => {
    const risk = computeRisk(w.runQuery({ from: '2024-02-20' }))
    expect([risk.observations, risk.volatility, risk.sharpe, risk.maxDrawdown]).toEqual([8, null, null, null])
  })
})
