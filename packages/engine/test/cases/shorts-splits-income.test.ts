import { describe, expect, it } from 'vitest'
import { unitValueOn } from '../../src/currency/position-value.ts'
import { moneyWeightedFlows, moneyWeightedReturn, parseDay, splitFactorFrom, xirr } from '../../src/index.ts'
import { buy, deposit, dividend, SECURITIES, sell, world } from '../world.ts'

const shorts = [{ id: 'main', shortsAllowed: true }]

describe('a short position', () => {
  it('relates its P/L to its proceeds: 60 sold and bought back for 15 is +75 %', () => {
    const w = world({
      asOf: '2024-12-31',
      accounts: shorts,
      prices: {
        X: [
          ['2024-01-01', 20],
          ['2024-06-01', 10],
          ['2024-12-31', 5],
        ],
      },
      transactions: [sell('2024-01-01', 3, { net: 60 }), buy('2024-12-31', 3, { net: 15 })],
    })
    const row = w.row('closed').original
    expect(row.pnlAbs.total).toBe(45)
    expect(row.pnlRel.total).toBe(0.75)
    expect(w.row('closed').side).toBe('short')
    const result = w.runQuery({ filter: SECURITIES })
    expect(result.performance.pnl.rel.total).toBeCloseTo(0.75, 9)
    const long = w.runQuery({ from: '2023-01-01', filter: SECURITIES })
    expect(moneyWeightedReturn(long.dailyFigures, false).rate).toBeCloseTo(0.75, 6)
  })

  it('is matched first in, first out', () => {
    const w = world({
      asOf: '2024-12-31',
      accounts: shorts,
      prices: { X: [['2024-12-31', 0]] },
      transactions: [
        sell('2024-01-01', 2, { net: 200 }),
        sell('2024-02-01', 3, { net: 360 }),
        sell('2024-03-01', 2, { net: 100 }),
        buy('2024-12-31', 4, { net: 80 }),
      ],
    })
    const row = w.row('open')
    expect(row).toMatchObject({ quantity: 3, side: 'short' })
    expect(row.original.pnlAbs.realized).toBeCloseTo(360, 9)
    expect((row.original.priceOpen ?? 0) * 3).toBeCloseTo(220, 9)
    expect(row.original.pnlAbs.unrealized).toBeCloseTo(220, 9)
    const pieces = [
      ['2024-01-01', -200],
      ['2024-02-01', -240],
      ['2024-12-31', 440 + 360],
    ] as const
    expect(xirr(pieces.map(([on, amount]) => ({ day: parseDay(on), amount }))).rate).toBeCloseTo(0.871, 3)
  })

  it('realizes P/L with each cover', () => {
    const w = world({
      asOf: '2024-03-02',
      accounts: shorts,
      transactions: [
        sell('2024-01-01', 100, { net: 1000 }),
        buy('2024-02-01', 40, { net: 360 }),
        buy('2024-03-01', 60, { net: 480 }),
      ],
    })
    expect(w.row('open', { to: '2024-02-01' }).original.pnlAbs.realized).toBeCloseTo(40, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(160, 9)
    expect(w.row('closed', { from: '2024-02-02' }).original.pnlAbs.realized).toBeCloseTo(120, 9)
    const flows = [
      ['2024-01-01', -400],
      ['2024-02-01', 440],
      ['2024-01-01', -600],
      ['2024-03-01', 720],
    ] as const
    expect(xirr(flows.map(([on, amount]) => ({ day: parseDay(on), amount }))).rate).toBeCloseTo(2.04187775, 6)
  })

  it('charges commissions at once', () => {
    const open = (quantity: number, price: number, mark: number, fees: number) =>
      world({
        asOf: '2020-01-03',
        accounts: shorts,
        prices: { X: [['2020-01-02', mark]] },
        transactions: [sell('2020-01-01', quantity, { price, fees })],
      }).row('open').original
    expect(open(100_000, 1.00001, 1.0005, 2).pnlAbs.unrealized).toBeCloseTo(-49, 6)
    expect(open(100_000, 1.00001, 1.0005, 2).pnlAbs.total).toBeCloseTo(-51, 6)
    expect(open(10.15, 10_500, 10_390, 0).pnlAbs.unrealized).toBeCloseTo(1116.5, 6)
    expect(open(10.15, 10_500, 10_390, 0).value).toBeCloseTo(-105_458.5, 6)
    const covered = world({
      asOf: '2020-01-05',
      accounts: shorts,
      transactions: [
        sell('2020-01-01', 100_000, { price: 1, fees: 2 }),
        buy('2020-01-02', 50_000, { price: 1.00001, fees: 2 }),
        buy('2020-01-03', 50_000, { price: 1.00003, fees: 2 }),
      ],
    })
    expect(covered.row('closed').original.pnlAbs.realized).toBeCloseTo(-8, 6)
  })

  it('has the average sale price without fees as entry', () => {
    const row = world({
      asOf: '2021-12-14',
      accounts: [{ id: 'main', shortsAllowed: true, lotMethod: 'average' }],
      transactions: [
        sell('2021-12-12', 1, { net: 44_558.42 - 4.46, fees: 4.46 }),
        sell('2021-12-13', 1, { net: 46_737.48 - 4.46, fees: 4.46 }),
      ],
    }).row('open')
    expect(row.original.priceOpen).toBeCloseTo(45_647.95, 6)
    expect(row).toMatchObject({ quantity: 2, side: 'short' })
  })

  it('adds its proceeds to cash and deducts its market value from the NAV', () => {
    const w = world({
      asOf: '2020-01-03',
      accounts: shorts,
      prices: {
        X: [
          ['2020-01-01', 50],
          ['2020-01-03', 60],
        ],
      },
      transactions: [deposit('2020-01-01', 1000), sell('2020-01-02', 10, { price: 50 })],
    })
    expect(w.row('cash').quantity).toBe(1500)
    expect(w.runQuery({ to: '2020-01-02' }).performance.balance.total).toBe(1000)
    expect(w.runQuery().performance.balance).toEqual({ allocated: -600, cash: 1500, total: 900 })
  })
})

describe('a split', () => {
  const afterSplits = (splits: readonly (readonly [number, number])[], sold = 0) => {
    const w = world({
      asOf: '2020-12-31',
      currency: 'USD',
      instruments: [
        {
          id: 'X',
          splits: splits.map(([numerator, denominator], index) => ({
            day: parseDay(`2020-0${index + 2}-01`),
            numerator,
            denominator,
          })),
        },
      ],
      transactions: [
        buy('2020-01-01', 10, { price: 100 }),
        ...(sold > 0 ? [sell('2020-06-01', sold, { price: 60 })] : []),
      ],
    })
    return w.rows('open')[0]
  }

  it('changes quantity and unit cost, never total cost', () => {
    for (const [splits, sold, quantity, price] of [
      [[[2, 1]], 0, 20, 50],
      [[[1, 10]], 0, 1, 1000],
      [[[2, 1]], 5, 15, 50],
      [
        [
          [2, 1],
          [1, 3],
        ],
        0,
        6.666666666666667,
        150,
      ],
    ] as const) {
      const row = afterSplits(splits, sold)
      expect(row?.quantity).toBeCloseTo(quantity, 9)
      expect(row?.original.priceOpen).toBeCloseTo(price, 9)
      expect((row?.quantity ?? 0) * (row?.original.priceOpen ?? 0)).toBeCloseTo(sold > 0 ? 750 : 1000, 9)
    }
    expect(afterSplits([[2, 1]], 20)).toBeUndefined()
  })

  it('multiplies by four for one and by one for twenty', () => {
    for (const [held, price, numerator, denominator, quantity, unitCost] of [
      [100, 120, 4, 1, 400, 30],
      [200, 8, 1, 20, 10, 160],
    ] as const) {
      const row = world({
        asOf: '2022-12-31',
        transactions: [
          buy('2022-01-01', held, { price }),
          { on: '2022-06-01', type: 'split', instrument: 'X', numerator, denominator },
        ],
      }).row('open')
      expect([row.quantity, row.original.priceOpen]).toEqual([quantity, unitCost])
    }
  })

  it('restates the average entry of lots sold before and after it in final units', () => {
    const w = world({
      asOf: '2022-12-31',
      transactions: [
        buy('2022-01-01', 10, { price: 100 }),
        buy('2022-01-02', 10, { price: 110 }),
        sell('2022-03-01', 10, { price: 150 }),
        { on: '2022-06-01', type: 'split', instrument: 'X', numerator: 3, denominator: 1 },
        sell('2022-07-01', 30, { price: 50 }),
      ],
    })
    expect(w.row('closed').original.priceOpen).toBeCloseTo(2100 / 60, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBe(500 + 400)
  })

  it('from a provider with adjusted prices applies to holdings sold before it', () => {
    const splits = [
      { day: parseDay('2009-01-02'), numerator: 1, denominator: 5 },
      { day: parseDay('2014-11-24'), numerator: 1, denominator: 4 },
    ]
    expect(100 * splitFactorFrom(splits, parseDay('2008-01-01') + 1)).toBeCloseTo(5, 9)
    const w = world({
      asOf: '2015-01-01',
      currency: 'USD',
      instruments: [{ id: 'X', splits }],
      transactions: [buy('2008-01-01', 100, { price: 10 }), sell('2009-01-01', 100, { price: 11 })],
      prices: { X: [['2008-01-01', 10]] },
    })
    expect(w.runQuery({ to: '2008-01-01', filter: SECURITIES }).performance.balance.total).toBeCloseTo(
      1000,
      9,
    )
    expect(w.runQuery({ to: '2008-01-01', filter: SECURITIES }).performance.balance.total).not.toBeCloseTo(
      20_000,
      3,
    )
    expect(w.row('closed').original.pnlAbs.realized).toBe(100)
  })

  it('both known and posted counts once and divides a carried close', () => {
    const w = world({
      asOf: '2022-12-31',
      instruments: [{ id: 'X', splits: [{ day: parseDay('2022-06-01'), numerator: 2, denominator: 1 }] }],
      prices: { X: [['2022-01-01', 100]] },
      transactions: [
        buy('2022-01-01', 10, { price: 100 }),
        { on: '2022-06-01', type: 'split', instrument: 'X', numerator: 2, denominator: 1 },
      ],
    })
    const row = w.row('open')
    expect(row.quantity).toBe(20)
    expect(row.original.value).toBe(1000)
    expect(unitValueOn(w.snapshot, w.views().original, row.index, parseDay('2022-06-01'))).toBe(50)
  })
})

describe('income', () => {
  it('turns a price loss into a gain', () => {
    const row = world({
      asOf: '2023-11-01',
      currency: 'CAD',
      transactions: [
        buy('2023-08-23', 437, { net: 9994.44, fees: 9.99 }),
        dividend('2023-10-02', { net: 158.89 }),
        sell('2023-10-16', 437, { net: 9953.61, fees: 9.99 }),
      ],
    }).row('closed').original
    expect(row.dividends).toBe(158.89)
    expect(row.fees).toBeCloseTo(19.98, 9)
    expect(row.pnlAbs.total).toBeCloseTo(118.06, 6)
    expect((row.pnlAbs.total ?? 0) - row.dividends).toBeCloseTo(-40.83, 6)
  })

  it('divided by cost is a yield in one currency', () => {
    const w = world({
      asOf: '2020-02-01',
      transactions: [
        buy('2019-01-14', 10, { net: 1000 }),
        dividend('2019-01-15', { net: 100 }),
        dividend('2020-01-15', { net: 100 }),
      ],
    })
    const row = w.row('open').original
    expect(row.dividends / 2 / ((row.priceOpen ?? 0) * 10)).toBeCloseTo(0.1, 9)
    const dollars = world({
      asOf: '2015-02-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: {
        USD: [
          ['2015-01-14', 1 / 1.1775],
          ['2015-01-15', 1 / 1.1708],
        ],
      },
      transactions: [buy('2015-01-14', 10, { net: 1000 }), dividend('2015-01-15', { net: 50 })],
    }).row('open').calculated
    const yieldOnCost = dollars.dividends / ((dollars.priceOpen ?? 0) * 10)
    expect(Math.abs(yieldOnCost - 0.05)).toBeLessThan(0.005)
    expect(Math.abs(yieldOnCost - 0.0588)).toBeGreaterThan(0.005)
  })

  it('of two accounts on one day is two payments', () => {
    const w = world({
      asOf: '2020-12-31',
      prices: {
        X: [
          ['2019-12-27', 7.416],
          ['2019-12-30', 7.394],
          ['2020-01-02', 7.57],
          ['2020-11-13', 3.865],
          ['2020-11-16', 4.006],
        ],
      },
      transactions: [
        buy('2020-04-01', 100, { account: 'one', net: 414.7 }),
        buy('2020-04-01', 100, { account: 'two', net: 414.6 }),
        dividend('2020-08-01', { account: 'one', net: 40, timeMs: 36_000_000 }),
        dividend('2020-08-01', { account: 'two', net: 40, timeMs: 39_600_000 }),
      ],
    })
    const rows = w.rows('open')
    const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
    expect(sum(row => row.original.dividends)).toBe(80)
    expect(sum(row => row.original.value)).toBeCloseTo(801.2, 9)
    expect(sum(row => row.original.pnlAbs.unrealized)).toBeCloseTo(-28.1, 9)
    const { performance, dailyFigures } = w.runQuery({ from: '2020-01-01', filter: SECURITIES })
    expect(performance.pnl.abs.total).toBeCloseTo(51.9, 9)
    expect(performance.pnl.abs.total / performance.cashFlow.deposits).toBeCloseTo(0.0625829012420113, 9)
    expect(performance.pnl.rel.total).toBeCloseTo(0.0171657241126311, 6)
    expect(xirr(moneyWeightedFlows(dailyFigures, false)).rate).toBeCloseTo(0.0889621619463448, 4)
    // Held for less than a year.
    expect(moneyWeightedReturn(dailyFigures, false).rate).toBeNull()
  })

  it('is part of the total result', () => {
    const w = world({
      asOf: '2023-07-10',
      currency: 'USD',
      prices: {
        X: [
          ['2023-07-09', 337.22],
          ['2023-07-10', 331.83],
        ],
      },
      transactions: [
        buy('2021-09-16', 1, { price: 298.58, fees: 19 }),
        dividend('2021-11-16', { amount: 0.62 }),
      ],
    })
    const row = w.row('open').original
    expect(row.pnlAbs.unrealized).toBeCloseTo(33.25, 9)
    expect(row.pnlAbs.total).toBeCloseTo(14.87, 9)
    expect(w.row('open', { from: '2023-07-10' }).original.pnlAbs.total).toBeCloseTo(-5.39, 9)
  })

  it('that arrives after the close belongs to the closed position and does not reopen it', () => {
    const transactions = [
      buy('2020-01-01', 10, { price: 10 }),
      sell('2020-02-01', 10, { price: 11 }),
      buy('2020-03-01', 5, { price: 12 }),
      sell('2020-04-01', 5, { price: 12 }),
    ]
    const late = world({
      asOf: '2020-05-01',
      transactions: [...transactions, dividend('2020-04-15', { amount: 3 })],
    })
    expect(late.rows('closed').map(row => row.original.dividends)).toEqual([0, 3])
    const first = world({
      asOf: '2020-05-01',
      transactions: [...transactions, dividend('2020-04-15', { amount: 3, exOn: '2020-01-20' })],
    })
    expect(first.rows('closed').map(row => row.original.dividends)).toEqual([3, 0])
    expect(first.rows('closed', { from: '2020-04-10' }).map(row => row.original.pnlAbs.total)).toEqual([3])
  })

  it('of an instrument never held is shown with the cash', () => {
    const w = world({ asOf: '2020-05-01', transactions: [dividend('2020-04-15', { amount: 3 })] })
    expect(w.row('cash')).toMatchObject({ quantity: 3, flags: ['unowned'] })
    expect(w.runQuery().performance.pnl.abs.total).toBe(3)
    expect(w.runQuery().performance.cashFlow.net).toBe(0)
  })
})
