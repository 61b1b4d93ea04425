import { describe, expect, it } from 'vitest'
import { findDrawdown, linkReturns, parseDay, xirr } from '../../src/index.ts'
import { buy, type Draft, deliverIn, dividend, SECURITIES, sell, tax, world } from '../world.ts'

/** Published results that the other files cover only in part. */

const near = (found: number | null | undefined, wanted: number, tolerance: number): void => {
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(tolerance)
}
const flows = (list: readonly (readonly [on: string, amount: number])[]) =>
  list.map(([on, amount]) => ({ day: parseDay(on), amount }))

describe('periods', () => {
  it('that start during a holding use the opening value (period-pp-mid-holding-start)', () => {
    const base = buy('2010-01-01', 10, { net: 1 })
    const history = (more: readonly Draft[]) =>
      world({
        asOf: '2011-12-31',
        prices: {
          X: [
            ['2010-01-01', 100],
            ['2011-06-01', 110],
          ],
        },
        transactions: [base, ...more],
      }).runQuery({ from: '2011-01-01', filter: SECURITIES })
    /** Measures the units sold by the opening close instead of their cost. */
    const byOpening = (result: ReturnType<typeof history>, sold: number) => {
      const { pnl, openingBalance, balance } = result.performance
      const { fees } = result.dailyFigures.total
      const paid = fees.reduce((sum, fee) => sum + fee, 0)
      const realized = sold === 0 ? 0 : pnl.abs.realized + paid - (openingBalance / 10 - 0.1) * sold
      return [openingBalance, pnl.abs.total + paid - realized, realized, balance.total, paid].map(
        value => Math.round(value * 1e9) / 1e9 + 0,
      )
    }
    expect(byOpening(history([]), 0)).toEqual([1000, 100, 0, 1100, 0])
    expect(byOpening(history([deliverIn('2011-01-15', 1, { net: 99 })]), 0)).toEqual([1000, 111, 0, 1210, 0])
    expect(byOpening(history([sell('2011-01-15', 1, { net: 99 })]), 1)).toEqual([1000, 90, -1, 990, 0])
    expect(byOpening(history([sell('2011-01-15', 1, { net: 99, fees: 0.01 })]), 1)).toEqual([
      1000, 90, -0.99, 990, 0.01,
    ])
  })

  it('give the published returns by quarter (roi-hledger-6-quarters)', () => {
    const w = world({
      asOf: '2017-12-31',
      currency: 'USD',
      instruments: [{ id: 'X', type: 'other' }],
      accounts: [{ id: 'main', cash: 'none' }],
      transactions: [
        buy('2017-01-01', 100, { price: 1 }),
        { on: '2017-06-30', type: 'valuation', instrument: 'X', price: 1.1 },
        buy('2017-07-01', 100 / 1.1, { amount: 100 }),
        sell('2017-10-01', 50 / 1.1, { amount: 50 }),
        { on: '2017-12-31', type: 'valuation', instrument: 'X', amount: 155, quantity: 160 / 1.1 },
      ],
    })
    near(w.runQuery({ from: '2017-10-01' }).performance.pnl.rel.total, -0.0312, 0.00011)
    near(w.runQuery().performance.cashFlow.net, 150, 1e-9)
    near(w.runQuery({ from: '2017-06-01' }).performance.openingBalance, 100, 1e-9)
    // The source values at the start of the next day and divides by 365.25.
    const rate = (list: Parameters<typeof flows>[0]) => xirr(flows(list), 365.25).rate
    near(
      rate([
        ['2017-04-01', -100],
        ['2017-07-01', 110],
      ]),
      0.466,
      0.00011,
    )
    near(
      rate([
        ['2017-10-01', -160],
        ['2018-01-01', 155],
      ]),
      -0.1184,
      0.00011,
    )
    const later = [
      ['2017-07-01', -100],
      ['2017-10-01', 50],
      ['2018-01-01', 155],
    ] as const
    near(rate([['2017-01-01', -100], ...later]), 0.0364, 0.00011)
    near(rate([['2017-06-01', -100], ...later]), 0.0524, 0.00011)
  })

  it('handle a delivery with costs and a later tax refund (twr-pp-tax-refund-security)', () => {
    const w = world({
      asOf: '2014-12-06',
      prices: {
        X: [
          ['2014-01-01', 77.48],
          ['2014-01-02', 76.38],
          ['2014-01-03', 76.56],
          ['2014-04-30', 83.43],
          ['2014-05-01', 83.43],
          ['2014-05-02', 84.01],
          ['2014-12-05', 74.3],
        ],
      },
      transactions: [
        deliverIn('2014-01-02', 100, { net: 7658, fees: 10, taxes: 10 }),
        tax('2014-06-01', -5, { instrument: 'X' }),
      ],
    })
    const row = w.row('open', { from: '2013-12-07' }).original
    const paidIn = (row.priceOpen ?? 0) * 100 + 20
    near(paidIn, 7658, 1e-9)
    near((row.value ?? 0) - paidIn, -228, 1e-9)
    near((row.pnlAbs.total ?? 0) / paidIn, -0.0291198746408984, 1e-9)
    const irr = xirr(
      flows([
        ['2014-01-02', -7648],
        ['2014-12-06', 7430],
      ]),
    )
    near(irr.rate, -0.030745789, 1e-6)
    const { base, pnl } = w.runQuery({ from: '2013-12-07', filter: SECURITIES }).performance.dailyPnl
    const at = (on: string) => parseDay(on) - parseDay('2013-12-06')
    const total = pnl.total.slice()
    total[at('2014-01-02')] = (total[at('2014-01-02')] ?? 0) + 10
    total[at('2014-06-01')] = (total[at('2014-06-01')] ?? 0) - 5
    const capital = base.slice()
    capital[at('2014-01-02')] = (capital[at('2014-01-02')] ?? 0) - 10
    const linked = linkReturns({ base: capital, total, realized: total })
    near(findDrawdown(linked.cumulative.map(value => 1 + value))?.depth, -0.115581478395429, 1e-9)
  })

  it('handle two purchases whose dividends are not reinvested (cfa-mwr-twr-100-120-130)', () => {
    const w = world({
      asOf: '2022-01-01',
      currency: 'USD',
      prices: {
        X: [
          ['2020-01-01', 100],
          ['2021-01-01', 120],
          ['2022-01-01', 130],
        ],
      },
      transactions: [
        buy('2020-01-01', 1, { price: 100 }),
        dividend('2021-01-01', { amount: 2 }),
        buy('2021-01-02', 1, { price: 120 }),
        dividend('2022-01-01', { amount: 4 }),
      ],
    })
    const year = (from: string, to: string) =>
      w.runQuery({ from, to, filter: SECURITIES }).performance.pnl.rel.total
    near(year('2020-01-02', '2021-01-01'), 0.22, 1e-9)
    near(year('2021-01-02', '2022-01-01'), 0.1, 1e-9)
    near(Math.sqrt(1.22 * 1.1) - 1, 0.1584, 1e-4)
  })
})
