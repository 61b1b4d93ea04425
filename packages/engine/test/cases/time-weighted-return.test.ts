import { describe, expect, it } from 'vitest'
import {
  annualize,
  linkedContribution,
  linkReturns,
  moneyWeightedReturn,
  parseDay,
  returnBetween,
} from '../../src/index.ts'
import {
  buy,
  custodyFee,
  deliverIn,
  deposit,
  dividend,
  interest,
  SECURITIES,
  sell,
  tax,
  withdrawal,
  world,
} from '../world.ts'

const sample = () =>
  world({
    asOf: '2012-01-08',
    transactions: [
      deposit('2011-12-31', 10_000),
      interest('2012-01-01', { amount: 230 }),
      deposit('2012-01-02', 200),
      interest('2012-01-02', { amount: 200 }),
      withdrawal('2012-01-03', 400),
      custodyFee('2012-01-03', 234.41),
      interest('2012-01-04', { amount: 293.99 }),
      interest('2012-01-05', { amount: 293.99 }),
      deposit('2012-01-06', 5400),
      interest('2012-01-06', { amount: 195.99 }),
      withdrawal('2012-01-07', 3697.04),
      custodyFee('2012-01-07', 882.52),
      custodyFee('2012-01-08', 1003.85),
    ],
  }).runQuery({ from: '2012-01-01' })

describe('the time-weighted return', () => {
  it('counts inflows at the start of their day and outflows at its end', () => {
    const { cumulativeReturn, base, pnl } = sample().performance.dailyPnl
    const cumulative = [
      0, 0.023, 0.042616491, 0.019624983, 0.049614163, 0.079603343, 0.092841403, 0.03323197, -0.056182678,
    ]
    cumulative.forEach((wanted, day) => {
      expect(cumulativeReturn.total[day]).toBeCloseTo(wanted, 5)
    })
    const daily = [
      0, 0.023, 0.019175455, -0.0220517, 0.0294117647, 0.0285714286, 0.012261967, -0.0545454545,
      -0.0865384615,
    ]
    daily.slice(1).forEach((wanted, day) => {
      expect((pnl.total[day + 1] ?? 0) / (base[day + 1] ?? 1)).toBeCloseTo(wanted, 5)
    })
  })

  it('of a week is the product of its daily returns', () => {
    const { cumulativeReturn } = sample().performance.dailyPnl
    expect(returnBetween(cumulativeReturn.total, 1, 1)).toBeCloseTo(0.023, 5)
    expect(returnBetween(cumulativeReturn.total, 2, 8)).toBeCloseTo(-0.077402422, 5)
  })

  it('of a security before taxes adds back the withheld tax', () => {
    const twrBeforeTax = (withheld: number) => {
      const result = world({
        asOf: '2016-12-31',
        prices: {
          X: [
            ['2015-12-31', 100],
            ['2016-12-31', 110],
          ],
        },
        transactions: [
          buy('2015-12-31', 10, { net: 1000 }),
          dividend('2016-06-01', { net: 100, taxes: withheld }),
          sell('2016-12-31', 10, { net: 1070, taxes: 30 }),
        ],
      }).runQuery({ from: '2016-01-01', filter: SECURITIES })
      const { base, pnl } = result.performance.dailyPnl
      const total = pnl.total.slice()
      const june = parseDay('2016-06-01') - parseDay('2015-12-31')
      total[june] = (total[june] ?? 0) + withheld
      total[total.length - 1] = (total.at(-1) ?? 0) + 30
      return linkReturns({ base, total, realized: total }).total
    }
    expect(twrBeforeTax(0)).toBeCloseTo(0.21, 9)
    expect(twrBeforeTax(50)).toBeCloseTo(0.265, 9)
  })

  it('handles a delivery with costs and a later refund', () => {
    const w = world({
      asOf: '2014-12-06',
      prices: {
        X: [
          ['2014-01-01', 77.48],
          ['2014-01-02', 76.38],
          ['2014-01-03', 76.56],
          ['2014-04-30', 83.43],
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
    expect(row.value).toBe(7430)
    expect(row.taxes).toBe(5)
    expect(row.fees).toBe(10)
    expect((row.priceOpen ?? 0) * 100).toBeCloseTo(7638, 9)
    expect(row.pnlAbs.unrealized).toBeCloseTo(-208, 9)
    expect(row.pnlAbs.total).toBeCloseTo(-223, 9)
    // Before taxes, neither the tax in the delivery nor its refund counts.
    const { base, pnl } = w.runQuery({ from: '2013-12-07', filter: SECURITIES }).performance.dailyPnl
    const change = (column: Float64Array, on: string, amount: number) => {
      const day = parseDay(on) - parseDay('2013-12-06')
      return column.map((value, index) => (index === day ? value + amount : value))
    }
    const total = change(change(pnl.total, '2014-01-02', 10), '2014-06-01', -5)
    const linked = linkReturns({ base: change(base, '2014-01-02', -10), total, realized: total })
    expect(linked.total).toBeCloseTo(-0.0285041841004184, 9)
  })

  it("dilutes a day's move by the savings plan purchase of that day", () => {
    const months = ['2020-01-01', '2020-02-01', '2020-03-01', '2020-04-01']
    const prices = [10, 15, 20, 25]
    const w = world({
      asOf: '2020-04-01',
      currency: 'USD',
      prices: { X: months.map((on, index) => [on, prices[index] ?? 0]) },
      transactions: months.map((on, index) => buy(on, 1, { price: prices[index] ?? 0 })),
    })
    const { performance } = w.runQuery({ filter: SECURITIES, currency: 'USD' })
    // Each purchase counts at the start of its day: 30 / (10 + 15), then 60 / (30 + 20), then 100 / (60 + 25).
    expect(performance.pnl.rel.total).toBeCloseTo(1.2 * 1.2 * (100 / 85) - 1, 12)
    expect(performance.pnl.abs.total).toBe(30)
    expect(performance.pnl.abs.total / performance.cashFlow.net).toBeCloseTo(0.4285714286, 9)
  })

  it('follows the rate in another currency and agrees when the rate returns to its start', () => {
    for (const transactions of [
      [buy('2020-01-01', 100, { price: 2 })],
      [buy('2020-01-01', 50, { price: 2 }), buy('2020-03-01', 50, { price: 3 })],
    ]) {
      const w = world({
        asOf: '2020-03-20',
        currency: 'BAS',
        pivot: 'TGT',
        prices: {
          X: [
            ['2020-01-01', 2],
            ['2020-02-01', 3],
            ['2020-03-01', 3],
            ['2020-03-15', 1.5],
          ],
        },
        rates: {
          BAS: [
            ['2020-01-01', 2],
            ['2020-01-04', 3],
            ['2020-01-04', 4],
            ['2020-03-03', 1.5],
            ['2020-03-20', 2],
          ],
        },
        transactions,
      })
      const seen = (currency: string, on: string) =>
        w.runQuery({ filter: SECURITIES, currency, to: on }).performance.pnl.rel.total
      for (const [on, wanted] of [
        ['2020-01-01', 0],
        ['2020-02-01', 0.5],
        ['2020-03-01', 0.5],
        ['2020-03-15', -0.25],
      ] as const)
        expect(seen('BAS', on)).toBeCloseTo(wanted, 12)
      for (const [on, wanted] of [
        ['2020-01-01', 0],
        ['2020-01-04', 1],
        ['2020-02-01', 2],
        ['2020-03-01', 2],
        ['2020-03-03', 0.125],
        ['2020-03-15', -0.4375],
        ['2020-03-20', -0.25],
      ] as const)
        expect(seen('TGT', on)).toBeCloseTo(wanted, 12)
    }
  })

  it('of quarters comes from P/L that adds up and rates that do not', () => {
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
    const quarters = [
      ['2017-01-01', '2017-03-31'],
      ['2017-04-01', '2017-06-30'],
      ['2017-07-01', '2017-09-30'],
      ['2017-10-01', '2017-12-31'],
    ] as const
    const results = quarters.map(([from, to]) => w.runQuery({ from, to, currency: 'USD' }))
    const round = (values: number[]) => values.map(value => Math.round(value * 1e6) / 1e6 + 0)
    expect(round(results.map(result => result.performance.pnl.abs.total))).toEqual([0, 10, 0, -5])
    expect(round(results.map(result => result.performance.cashFlow.net))).toEqual([100, 0, 100, -50])
    expect(round(results.map(result => result.performance.balance.total))).toEqual([100, 110, 210, 155])
    expect(results[1]?.performance.pnl.rel.total).toBeCloseTo(0.1, 9)
    const year = w.runQuery({ currency: 'USD' })
    expect(year.performance.pnl.abs.total).toBeCloseTo(5, 9)
    expect(moneyWeightedReturn(year.dailyFigures, false).rate).toBeCloseTo(0.0364, 3)
  })

  it('has linked contributions that add up to it', () => {
    const base = Float64Array.of(0, 1000, 1030)
    const realized = Float64Array.of(0, 10, -5)
    const unrealized = Float64Array.of(0, 20, 15.3)
    const total = realized.map((value, day) => value + (unrealized[day] ?? 0))
    const linked = linkReturns({ base, total, realized })
    expect(linked.total).toBeCloseTo(0.0403, 12)
    expect(linked.realized).toBeCloseTo(0.005, 12)
    expect(linked.unrealized).toBeCloseTo(0.0353, 12)
    expect(linkedContribution(linked.weight, unrealized)).toBeCloseTo(0.0353, 12)
  })

  it('of one day is the sum of weight x return of its sectors', () => {
    const sectors = [
      [0.42, 0.037, 0.0155],
      [0.26, 0.062, 0.0161],
      [0.08, -0.103, -0.0082],
      [0.24, 0.073, 0.0175],
    ] as const
    const weight = Float64Array.of(0, 1)
    const contributions = sectors.map(([share, r]) =>
      linkedContribution(weight, Float64Array.of(0, share * r)),
    )
    contributions.forEach((found, index) => {
      expect(Math.abs(found - (sectors[index]?.[2] ?? 0))).toBeLessThan(1e-4)
    })
    expect(contributions.reduce((sum, part) => sum + part, 0)).toBeCloseTo(0.0409, 4)
  })

  it('of a transferred holding is annualized only from one year on', () => {
    expect(annualize(0.1, 366)).toBeCloseTo(0.0997135859341414, 9)
  })
})
