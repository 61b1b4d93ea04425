import { describe, expect, it } from 'vitest'
import { NOT_LATE } from '../../src/currency/currency-view.ts'
import { currencyEffect } from '../../src/figures/currency/currency-effect.ts'
import { dailyCurrencyEffects } from '../../src/figures/daily/daily-currency-effect.ts'
import { sumPosition } from '../../src/figures/positions/position-sums.ts'
import type { CurrencyViews } from '../../src/index.ts'
import {
  BENCHMARK_FIGURES,
  benchmarkReceipt,
  buildSnapshot,
  computeAttribution,
  computeRisk,
  differenceShown,
  monthlyCapture,
  openCurrencyViews,
  parseDay,
  RELATIVE_FIGURES,
  relativeFigures,
  relativeReceipt,
  replayReceipt,
  roundAttribution,
  roundTo,
  runQuery,
  toIsoDate,
  tradingReturns,
  volatility,
} from '../../src/index.ts'
import { generatedMarket, generateWorld } from '../random/random-ledger.ts'
import { SUM_TOLERANCE } from '../tolerances.ts'
import { buy, type DatedValue, deposit, world } from '../world.ts'
import { type BlendSpec, blendOfMarket, blendOfWorld } from './world-blend.ts'

const walk = (length: number, from = '2024-01-01'): DatedValue[] =>
  Array.from({ length }, (_, index) => [
    toIsoDate(parseDay(from) + index),
    100 + (index % 7) - (index % 11) / 2 + index / 10,
  ])

/** A portfolio that holds X and nothing else, against X. */
function sameWorld() {
  const given = {
    asOf: '2025-02-03',
    prices: { X: walk(400) },
    transactions: [deposit('2024-01-01', 1000), buy('2024-01-01', 10, { price: 100 })],
  }
  const spec: BlendSpec = { rebalancing: 'monthly', weights: [['2024-01-02', { X: 10_000 }]] }
  return { w: world(given), blend: blendOfWorld(spec, given) }
}

describe('a benchmark that is equal to the portfolio', () => {
  const { w, blend } = sameWorld()

  it('gives no difference and no tracking error', () => {
    const result = w.runQuery({ from: '2024-01-02' })
    const found = relativeFigures(result, blend, result.period)
    expect(found).toMatchObject({
      isAnnual: true,
      trackingError: 0,
      informationRatio: null,
      beta: expect.closeTo(1, 9),
      correlation: expect.closeTo(1, 9),
      alpha: expect.closeTo(0, 9),
      upCapture: expect.closeTo(1, 9),
      observations: 285,
    })
    expect([found.total.difference, found.stated.difference]).toEqual([0, 0])
    expect(found.total.benchmark).toBeCloseTo(result.performance.pnl.rel.total ?? 0, 12)
  })

  it('has no effects', () => {
    const result = w.runQuery({ from: '2024-01-02', groupBy: 'instrument_type' })
    const found = computeAttribution(result, blend, ['equity'])
    for (const row of found?.rows ?? []) {
      expect(Math.abs(row.allocation) + Math.abs(row.selection) + Math.abs(row.interaction)).toBeLessThan(
        1e-9,
      )
      expect(row.currency).toBe(0)
    }
  })
})

describe('relative figures', () => {
  it('are not annualized below one year, and null below 20 days', () => {
    const { w, blend } = sameWorld()
    const result = w.runQuery({ from: '2024-01-02' })
    const half = relativeFigures(result, blend, { from: parseDay('2024-06-03'), to: parseDay('2024-12-31') })
    expect(half).toMatchObject({ isAnnual: false, alpha: null, beta: expect.closeTo(1, 9) })
    expect(half.stated).toEqual(half.total)
    const short = relativeFigures(result, blend, { from: parseDay('2025-01-20'), to: parseDay('2025-02-03') })
    expect(short).toMatchObject({ beta: null, trackingError: null, informationRatio: null })
    expect(short.total.difference).toBe(0)
  })

  it('have a tracking error of the period below one year, and per year from then on', () => {
    const asOf = '2025-06-30'
    const flat: DatedValue[] = [['2023-12-29', 100]]
    const given = {
      asOf,
      prices: { X: walk(560), Y: flat },
      transactions: [deposit('2024-01-01', 1000), buy('2024-01-01', 10, { price: 100 })],
    }
    const blend = blendOfWorld({ rebalancing: 'never', weights: [['2024-01-02', { Y: 10_000 }]] }, given)
    const result = world(given).runQuery({ from: '2024-01-02' })
    const year = relativeFigures(result, blend, result.period)
    const part = relativeFigures(result, blend, { from: parseDay('2025-01-01'), to: parseDay(asOf) })
    // The benchmark never moves: what is left is the volatility of the portfolio.
    expect(year.trackingError).toBeCloseTo(computeRisk(result).volatility ?? Number.NaN, 12)
    const { trackingError, informationRatio, total, observations } = part
    const { dailyPnl, dailyBalance } = world(given).runQuery({ from: '2025-01-01' }).performance
    const returns = tradingReturns(dailyPnl.firstDay, dailyBalance.total, dailyPnl.cumulativeReturn.total)
    const own = volatility(returns.map(({ value }) => value)) ?? Number.NaN
    expect(trackingError).toBeCloseTo((own / Math.sqrt(252)) * Math.sqrt(observations), 12)
    expect(informationRatio).toBeCloseTo((total.difference ?? 0) / (trackingError ?? 1), 12)
    expect([year.beta, year.upCapture, part.monthsUp + part.monthsDown]).toEqual([null, null, 0])
  })

  it('state the difference of the figures as printed', () => {
    expect(differenceShown(0.10004, 0.09996)).toBe(0)
    expect(differenceShown(0.12346, 0.1)).toBe(0.0235)
    expect(differenceShown(null, 0.1)).toBeNull()
  })

  it('capture the mean month', () => {
    expect(
      monthlyCapture([
        [0.02, 0.04],
        [0.03, 0.05],
      ]),
    ).toBeCloseTo((Math.sqrt(1.02 * 1.03) - 1) / (Math.sqrt(1.04 * 1.05) - 1), 12)
    expect(monthlyCapture([])).toBeNull()
  })
})

describe('attribution with a currency effect', () => {
  it('leaves no residual over many days, nor as printed, on random ledgers and blends', () => {
    const wrong: string[] = []
    let counted = 0
    for (let seed = 0; seed < 120; seed += 1) {
      const generated = generateWorld({ seed, days: 20, transactions: 24, isTimed: true, hasGaps: false })
      const market = generatedMarket(generated)
      const snapshot = buildSnapshot(generated.ledger, market, generated.lastDay)
      const period = { from: generated.firstDay + (seed % 5), to: generated.lastDay }
      const groupBy = (['instrument_type', 'sector', 'currency'] as const)[seed % 3] ?? 'currency'
      const result = runQuery(snapshot, openCurrencyViews(snapshot, 'CHF'), { period, mask: null, groupBy })
      const spec: BlendSpec = {
        rebalancing: seed % 2 === 0 ? 'daily' : 'never',
        weights: [[toIsoDate(period.from), { i0: 5000, i1: 3000, i2: 2000 }]],
        currencies: { i0: 'USD', i1: 'CHF', i2: 'EUR' },
      }
      const blend = blendOfMarket(spec, market, 'CHF', generated.lastDay)
      const [one = 'a', other = 'b'] = result.scope.groups
      const found = computeAttribution(result, blend, [one, 'never held', other])
      if (found === null) continue
      counted += 1
      const { allocation, selection, interaction, currency } = found.total
      const left = allocation + selection + interaction + currency - (found.return - found.benchmarkReturn)
      const scale = 1 + 100 * Math.max(...result.performance.dailyPnl.cumulativeReturn.total.map(Math.abs))
      if (!(Math.abs(left) <= SUM_TOLERANCE * scale)) wrong.push(`seed ${seed}: ${left}`)
      if (Math.abs(found.return - (result.performance.pnl.rel.total ?? 0)) > SUM_TOLERANCE * scale)
        wrong.push(`seed ${seed}: another return`)
      wrong.push(...checkPrinted(seed, found))
    }
    expect(wrong).toEqual([])
    expect(counted).toBeGreaterThan(40)
  })

  it('uses currency effects per day that add up to those of the positions', () => {
    const wrong: string[] = []
    let counted = 0
    for (let seed = 0; seed < 60; seed += 1) {
      const generated = generateWorld({
        seed,
        days: 20,
        transactions: 24,
        isTimed: true,
        hasGaps: seed % 2 === 0,
      })
      const snapshot = buildSnapshot(generated.ledger, generatedMarket(generated), generated.lastDay)
      const views = openCurrencyViews(snapshot, 'CHF')
      const period = { from: generated.firstDay + 3, to: generated.lastDay - 2 }
      const result = runQuery(snapshot, views, { period, mask: null, groupBy: 'instrument_type' })
      const found = dailyCurrencyEffects(result)
        .flatMap(column => [...column])
        .reduce((sum, value) => sum + value, 0)
      const sums = snapshot.positions.keys.map((_, position) =>
        sumPosition(snapshot, views.calculated, position, period),
      )
      if (sums.some(({ end, position }) => end === null || isLate(views, position))) continue
      const effects = sums.map(sum => currencyEffect(snapshot, views, sum, period))
      const wanted = effects.reduce((sum, value) => sum + value, 0)
      const scale =
        1 +
        sums.reduce(
          (sum, { start, end, posted }) => sum + Math.abs(start) + Math.abs(end ?? 0) + Math.abs(posted),
          0,
        )
      counted += 1
      if (!(Math.abs(found - wanted) <= SUM_TOLERANCE * scale)) wrong.push(`seed ${seed}: ${found} ${wanted}`)
    }
    expect(wrong).toEqual([])
    expect(counted).toBeGreaterThan(20)
  })
})

/** The effects of a position that enters later start with its first value. */
const isLate = (views: CurrencyViews, position: number) => views.calculated.entryDay[position] !== NOT_LATE

function checkPrinted(seed: number, found: NonNullable<ReturnType<typeof computeAttribution>>): string[] {
  const { rows, total } = roundAttribution(found)
  const shown = differenceShown(found.return, found.benchmarkReturn)
  const sum = (values: readonly number[]) =>
    roundTo(
      values.reduce((all, value) => all + value, 0),
      4,
    )
  const effects = ['allocation', 'selection', 'interaction', 'currency'] as const
  const isExact =
    total.total === shown &&
    sum(rows.map(row => row.total)) === shown &&
    rows.every(row => sum(effects.map(key => row[key])) === row.total) &&
    effects.every(key => sum(rows.map(row => row[key])) === total[key]) &&
    sum(effects.map(key => total[key])) === shown
  return isExact ? [] : [`seed ${seed}: printed effects do not add up`]
}

describe('the receipts of a benchmark', () => {
  const given = {
    asOf: '2025-02-03',
    prices: { X: walk(400), Y: walk(400, '2023-12-25') },
    rates: {
      USD: [
        ['2023-12-01', 0.9],
        ['2024-12-31', 0.95],
        ['2025-02-01', 0.96],
      ] as DatedValue[],
    },
    transactions: [deposit('2024-01-01', 1000), buy('2024-01-01', 10, { price: 100 })],
  }
  const blend = blendOfWorld(
    {
      rebalancing: 'quarterly',
      weights: [['2024-01-02', { X: 6000, Y: 4000 }]],
      currencies: { Y: 'USD' },
      distributions: { Y: [['2024-12-31', 2]] },
    },
    given,
  )
  const benchmark = { blend, instruments: ['X', 'Y'] }

  it.each([
    ['a year', '2024-01-02', '2025-02-03'],
    ['a month', '2024-12-01', '2024-12-31'],
    ['a day with a distribution and a rate', '2024-12-31', '2024-12-31'],
    ['a day without a move', '2025-02-02', '2025-02-02'],
  ])('lead from the inputs to the figure, over %s', (_, from, to) => {
    const result = world(given).runQuery({ from, to })
    for (const figure of BENCHMARK_FIGURES) {
      const receipt = benchmarkReceipt(result, benchmark, figure)
      expect(receipt.value).not.toBeNull()
      expect(replayReceipt(receipt)).toBeCloseTo(receipt.value ?? Number.NaN, 12)
    }
  })

  it.each([
    ['two years', '2024-01-02', '2025-02-03'],
    ['half a year', '2024-06-03', '2024-11-29'],
  ])('lead from the returns of days and months to the risk figures, over %s', (_, from, to) => {
    const result = world(given).runQuery({ from, to })
    const found = relativeFigures(result, blend, result.period)
    const shown = {
      benchmark_tracking_error: found.trackingError,
      benchmark_information_ratio: found.informationRatio,
      benchmark_beta: found.beta,
      benchmark_correlation: found.correlation,
      benchmark_alpha: found.alpha,
      benchmark_up_capture: found.upCapture,
      benchmark_down_capture: found.downCapture,
      annual_return: found.isAnnual ? found.stated.portfolio : null,
      benchmark_annual_return: found.isAnnual ? found.stated.benchmark : null,
      benchmark_annual_difference: found.isAnnual ? found.stated.difference : null,
    }
    for (const figure of RELATIVE_FIGURES) {
      const receipt = relativeReceipt(result, blend, result.period, figure)
      expect(receipt.value, figure).toBe(shown[figure])
      if (receipt.value === null) expect(receipt.cells).toEqual([])
      else expect(replayReceipt(receipt), figure).toBeCloseTo(receipt.value, 12)
    }
    expect(shown.benchmark_beta).not.toBeNull()
  })

  it('are empty without a return', () => {
    expect(
      relativeReceipt(
        world(given).runQuery({ from: '2025-01-20', to: '2025-02-03' }),
        blend,
        { from: parseDay('2025-01-20'), to: parseDay('2025-02-03') },
        'benchmark_beta',
      ),
    ).toEqual({ value: null, cells: [] })
    const early = world(given).runQuery({ from: '2024-01-01', to: '2024-06-01' })
    expect(benchmarkReceipt(early, benchmark, 'benchmark_return')).toEqual({ value: null, cells: [] })
  })
})
