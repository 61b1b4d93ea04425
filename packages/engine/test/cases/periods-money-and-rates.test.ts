import { describe, expect, it } from 'vitest'
import {
  annualizedBps,
  crossRate,
  dayOf,
  feesBps,
  feesOf,
  isoOf,
  namedPeriod,
  rateSeries,
} from '../../src/index.ts'
import {
  buy,
  convert,
  custodyFee,
  type DatedValue,
  type Draft,
  deliverIn,
  deliverOut,
  deposit,
  dividend,
  interest,
  marketOf,
  SECURITIES,
  sell,
  tax,
  transfer,
  withdrawal,
  world,
} from '../world.ts'

const EURUSD: readonly DatedValue[] = [
  ['2014-12-31', 1.2141],
  ['2015-01-02', 1.2043],
  ['2015-01-05', 1.1915],
  ['2015-01-06', 1.1914],
  ['2015-01-07', 1.1831],
  ['2015-01-08', 1.1768],
  ['2015-01-09', 1.1813],
  ['2015-01-12', 1.1804],
  ['2015-01-13', 1.1782],
  ['2015-01-14', 1.1775],
  ['2015-01-15', 1.1708],
  ['2015-01-16', 1.1588],
]
const USD = EURUSD.map(([on, rate]): DatedValue => [on, 1 / rate])

describe('a period', () => {
  it('opens with the close of its eve: what is booked on the eve belongs to the opening value', () => {
    for (const [on, initial, income] of [
      ['2011-06-01', 1000, 50],
      ['2010-12-31', 1050, 0],
      ['2011-12-31', 1000, 50],
    ] as const) {
      const { performance } = world({
        asOf: '2011-12-31',
        bookings: [deposit('2010-01-01', 1000), interest(on, { amount: 50 })],
      }).ask({ from: '2011-01-01' })
      expect(performance.openingBalance).toBe(initial)
      expect(performance.pnl.abs.realized).toBe(income)
      expect(performance.balance.total).toBe(1050)
    }
  })

  it('measures from the opening value and keeps the total, whatever the purchase had cost', () => {
    const base = buy('2010-01-01', 10, { net: 1 })
    const prices = {
      X: [
        ['2010-01-01', 100],
        ['2011-06-01', 110],
      ] as const,
    }
    const result = (extra: Draft[]) => {
      const { performance } = world({ asOf: '2011-12-31', prices, bookings: [base, ...extra] }).ask({
        from: '2011-01-01',
        filter: SECURITIES,
      })
      return [
        performance.openingBalance,
        performance.balance.total,
        Number(performance.pnl.abs.total.toFixed(9)),
      ]
    }
    expect(result([])).toEqual([1000, 1100, 100])
    expect(result([deliverIn('2011-01-15', 1, { net: 99 })])).toEqual([1000, 1210, 111])
    expect(result([sell('2011-01-15', 1, { net: 99 })])).toEqual([1000, 990, 89])
    expect(result([sell('2011-01-15', 1, { net: 99, fees: 0.01 })])).toEqual([1000, 990, 89])
  })

  it('shows realized against the original cost and takes back what was unrealized before', () => {
    const { pnl } = world({
      asOf: '2022-12-31',
      prices: { X: [['2021-12-31', 10]] },
      bookings: [buy('2021-01-01', 1, { net: 1 }), sell('2022-12-31', 1, { net: 1.5 })],
    }).ask({ from: '2022-01-01', filter: SECURITIES }).performance
    expect(pnl.abs).toEqual({ total: -8.5, realized: 0.5, unrealized: -9 })
  })

  it('of a calendar year is the close of the eve to the close of its last day', () => {
    const year = namedPeriod('2024', dayOf('2026-03-05'), null)
    expect([isoOf((year?.from ?? 0) - 1), isoOf(year?.to ?? 0)]).toEqual(['2023-12-31', '2024-12-31'])
  })

  it('has a name for the usual stretches', () => {
    const asOf = dayOf('2026-03-31')
    const opening = (name: string) => isoOf((namedPeriod(name, asOf, dayOf('2020-05-05'))?.from ?? 0) - 1)
    expect(['1d', '1w', 'mtd', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'].map(opening)).toEqual([
      '2026-03-30',
      '2026-03-24',
      '2026-02-28',
      '2026-02-28',
      '2025-12-31',
      '2025-09-30',
      '2025-12-31',
      '2025-03-31',
      '2023-03-31',
      '2021-03-31',
      '2020-05-04',
    ])
    expect(isoOf((namedPeriod('1d', dayOf('2026-03-30'), null)?.from ?? 0) - 1)).toBe('2026-03-27')
    expect(namedPeriod('fortnight', asOf, null)).toBeNull()
  })
})

describe('relative P/L of a position', () => {
  it('is over the highest open cost, for all three parts', () => {
    const row = world({
      asOf: '2024-06-01',
      prices: { X: [['2024-04-01', 55]] },
      bookings: [
        buy('2024-01-10', 100, { price: 50, fees: 10 }),
        sell('2024-03-10', 40, { price: 60, fees: 8 }),
        dividend('2024-05-10', { amount: 90 }),
      ],
    }).row('open')
    const figures = row.original
    expect(row.quantity).toBe(60)
    expect(figures.priceOpen).toBe(50)
    expect(figures.pnlAbs).toEqual({ realized: 472, unrealized: 300, total: 772 })
    expect(figures).toMatchObject({ dividends: 90, fees: 18, capitalBase: 5000 })
    expect(figures.pnlRel.total).toBeCloseTo(0.1544, 9)
    expect(figures.pnlRel.unrealized).toBeCloseTo(0.06, 9)
    expect(figures.pnlRel.realized).toBeCloseTo(0.0944, 9)
    expect((figures.priceCurrent ?? 0) / (figures.priceOpen ?? 1) - 1).toBeCloseTo(0.1, 9)
    expect(figures.priceBreakEven).toBeCloseTo(42.133333333, 6)
  })

  it('does not count recycled money twice', () => {
    const figures = world({
      asOf: '2024-04-01',
      prices: { X: [['2024-04-01', 12]] },
      bookings: [
        buy('2024-01-02', 100, { price: 10 }),
        sell('2024-02-01', 50, { price: 12 }),
        buy('2024-03-01', 50, { price: 11 }),
      ],
    }).row('open').original
    expect(figures.pnlAbs).toEqual({ realized: 100, unrealized: 150, total: 250 })
    expect(figures.capitalBase).toBe(1050)
    expect(figures.pnlRel.total).toBeCloseTo(0.2380952381, 9)
    expect(figures.pnlRel.total).not.toBeCloseTo(0.1612903226, 6)
  })

  it('of a partial sale and of a closed position is on what was invested', () => {
    const open = world({
      asOf: '2022-04-11',
      currency: 'CHF',
      prices: { X: [['2022-04-11', 87.8]] },
      bookings: [
        buy('2022-03-07', 2, { price: 75.8, fees: 2.95 }),
        sell('2022-04-08', 1, { price: 85.73, fees: 1.3 }),
      ],
    }).row('open').original
    expect(open.pnlAbs.total).toBeCloseTo(17.68, 9)
    expect((open.pnlAbs.total ?? 0) + open.fees).toBeCloseTo(21.93, 9)
    expect(open.pnlRel.total).toBeCloseTo(0.1166226913, 9)
    expect(open.pnlRel.total).not.toBeCloseTo(0.121844602843303, 6)
    expect(open.priceOpen).toBe(75.8)
    const closed = world({
      asOf: '2021-12-18',
      currency: 'CHF',
      bookings: [
        buy('2021-11-22', 2, { price: 142.9, fees: 1.55 }),
        sell('2021-11-30', 2, { price: 136.6, fees: 1.65 }),
      ],
    }).row('closed').original
    expect(closed.pnlAbs.total).toBeCloseTo(-15.8, 9)
    expect(closed.pnlRel.total).toBeCloseTo(-0.0552834149755073, 12)
    expect(closed.fees).toBeCloseTo(3.2, 9)
  })

  it('has a break-even below the opening price for a short that pays the dividend', () => {
    const figures = world({
      asOf: '2024-03-01',
      accounts: [{ id: 'main', shortsAllowed: true }],
      prices: { X: [['2024-03-01', 18]] },
      bookings: [sell('2024-01-10', 100, { price: 20, fees: 5 }), dividend('2024-02-10', { amount: -30 })],
    }).row('open').original
    expect(figures.priceBreakEven).toBeCloseTo(19.65, 9)
    expect(figures.pnlAbs.total).toBeCloseTo(165, 9)
    expect(figures.pnlRel.total).toBeCloseTo(0.0825, 9)
  })

  it('plus unrealized is the same total under every lot method', () => {
    const totals = (['fifo', 'average', 'lifo', 'hifo'] as const).map(lotMethod => {
      const row = world({
        asOf: '2010-04-01',
        accounts: [{ id: 'main', lotMethod }],
        prices: { X: [['2010-04-01', 100]] },
        bookings: [
          buy('2010-01-01', 109, { net: 3149.2 }),
          buy('2010-02-01', 52, { net: 1684.92 }),
          sell('2010-03-01', 15, { net: 531.5 }),
        ],
      }).row('open').original
      return Number(row.pnlAbs.total?.toFixed(2))
    })
    expect(totals).toEqual([10_297.38, 10_297.38, 10_297.38, 10_297.38])
  })
})

describe('cash', () => {
  it('is kept per currency; income and charges are no deposits', () => {
    const rates = { USD: [['2020-01-01', 1.3]] as const }
    const income = world({
      asOf: '2020-02-01',
      currency: 'CAD',
      rates,
      bookings: [
        deposit('2020-01-01', 500, { currency: 'CAD' }),
        interest('2020-01-02', { amount: 500, currency: 'CAD' }),
        dividend('2020-01-03', { amount: 50, currency: 'CAD' }),
        interest('2020-01-04', { amount: 20, fees: 1, currency: 'USD' }),
      ],
    })
    expect(income.rows('cash').map(row => row.quantity)).toEqual([1050, 19])
    expect(income.ask().performance.balance.total).toBeCloseTo(1074.7, 9)
    expect(income.ask().performance.cashFlow.net).toBe(500)
    const charges = world({
      asOf: '2020-02-01',
      currency: 'CAD',
      rates,
      bookings: [
        deposit('2020-01-01', 1000, { currency: 'CAD' }),
        custodyFee('2020-01-02', 25, { currency: 'CAD' }),
        tax('2020-01-03', 50, { currency: 'USD' }),
      ],
    })
    expect(charges.rows('cash').map(row => row.quantity)).toEqual([975, -50])
    expect(charges.ask().performance.balance.total).toBeCloseTo(910, 9)
  })

  it('in a foreign currency earns what its rate does, and nothing else', () => {
    const w = world({
      asOf: '2025-01-01',
      currency: 'CHF',
      rates: {
        USD: [
          ['2023-12-31', 0.85],
          ['2024-12-31', 0.9],
          ['2025-01-01', 0.91],
        ],
      },
      bookings: [
        deposit('2023-12-31', 1000, { currency: 'USD' }),
        deposit('2024-12-31', 1000, { currency: 'USD' }),
      ],
    })
    const row = w.row('cash')
    expect(row.calculated.value).toBeCloseTo(1820, 9)
    expect(row.calculated.pnlAbs.total).toBeCloseTo(70, 9)
    expect(row.fx).toBeCloseTo(70, 9)
    expect(row.original.pnlAbs.total).toBe(0)
    expect(w.row('cash', { from: '2025-01-01' }).calculated.pnlAbs.total).toBeCloseTo(20, 9)
    expect(w.ask().performance.balance.total).toBeCloseTo(1820, 9)
  })

  it('in dollars, seen in euros: initial, final, flows, fees and the currency gain', () => {
    const w = world({
      asOf: '2015-01-15',
      rates: { USD },
      bookings: [
        deposit('2015-01-01', 1000, { currency: 'USD' }),
        deposit('2015-01-05', 200, { currency: 'USD' }),
        withdrawal('2015-01-10', 500, { currency: 'USD' }),
        custodyFee('2015-01-12', 20, { currency: 'USD' }),
      ],
    })
    const { performance } = w.ask({ from: '2015-01-03' })
    expect(Math.abs(performance.openingBalance - 830.36)).toBeLessThan(0.011)
    expect(Math.abs(performance.balance.total - 580.8)).toBeLessThan(0.011)
    expect(Math.abs(performance.cashFlow.net + 255.41)).toBeLessThan(0.011)
    expect(Math.abs(performance.pnl.abs.total - 5.85)).toBeLessThan(0.011)
    const row = w.row('cash', { from: '2015-01-03' })
    expect(Math.abs(row.calculated.fees - 16.94)).toBeLessThan(0.011)
    expect(Math.abs(row.fx - 22.8)).toBeLessThan(0.011)
  })

  it('flows in and out of a scope only where the border is crossed', () => {
    const conversion = world({
      asOf: '2026-09-02',
      rates: { USD: [['2026-09-01', 0.82]] },
      bookings: [convert('2026-09-01', 106.03, 'EUR', 124.9743801, 'USD')],
    })
    expect(conversion.ask().performance.cashFlow).toEqual({ net: 0, deposits: 0, withdrawals: 0 })
    const flowOf = (bookings: Draft[], accounts: string[] = ['main']) =>
      world({
        asOf: '2020-03-01',
        prices: { X: [['2020-01-01', 10]] },
        bookings: [deposit('2020-01-01', 1000), buy('2020-01-01', 5, { price: 10 }), ...bookings],
      }).ask({ from: '2020-01-02', filter: { accounts } }).performance.cashFlow.net !== 0
    expect(flowOf([deposit('2020-02-01', 5)])).toBe(true)
    expect(flowOf([withdrawal('2020-02-01', 5)])).toBe(true)
    expect(flowOf([buy('2020-02-01', 1, { price: 11, fees: 1 })])).toBe(false)
    expect(flowOf([sell('2020-02-01', 1, { price: 11, fees: 1, taxes: 2 })])).toBe(false)
    expect(flowOf([dividend('2020-02-01', { amount: 3 })])).toBe(false)
    expect(flowOf([interest('2020-02-01', { amount: 3 })])).toBe(false)
    expect(flowOf([custodyFee('2020-02-01', 3)])).toBe(false)
    expect(flowOf([custodyFee('2020-02-01', -3)])).toBe(false)
    expect(flowOf([tax('2020-02-01', 3)])).toBe(false)
    expect(flowOf([tax('2020-02-01', -3)])).toBe(false)
    expect(flowOf(transfer('2020-02-01', 2, 'main', 'other'), ['main', 'other'])).toBe(false)
    expect(flowOf(transfer('2020-02-01', 2, 'main', 'other'))).toBe(true)
    expect(flowOf([deliverIn('2020-02-01', 2, { net: 20 })])).toBe(true)
  })
})

describe('amounts in two currencies', () => {
  const deliveries = [
    deliverIn('2024-01-01', 100, { net: 4500, currency: 'EUR', amount: 5000 }),
    deliverIn('2024-02-01', 50, { net: 2550, currency: 'EUR', amount: 3000 }),
    deliverOut('2024-03-01', 50, { net: 3080, currency: 'EUR', amount: 3500 }),
  ]
  const recorded = (lotMethod: 'fifo' | 'average') =>
    world({
      asOf: '2024-12-31',
      accounts: [{ id: 'main', lotMethod }],
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: { X: [['2023-01-01', 80]] },
      rates: { USD: [['2023-01-01', 1 / 1.1588]] },
      bookings: deliveries,
    })

  it("take the rate that was recorded, not the market's", () => {
    const fifo = recorded('fifo').row('open').calculated
    expect(fifo.pnlAbs.realized).toBeCloseTo(830, 6)
    const average = recorded('average').row('open')
    expect(average.calculated.pnlAbs.realized).toBeCloseTo(730, 6)
    expect(Math.abs((average.calculated.pnlAbs.unrealized ?? 0) - 2203.69)).toBeLessThan(0.006)
    // The fx part of both: -3.33 of what left and -97.54 of what is still there.
    expect(Math.abs(average.fx - (-3.33 - 97.54))).toBeLessThan(0.011)
  })

  it("have no currency part in the instrument's own currency", () => {
    const row = recorded('fifo').row('open', { currency: 'USD' })
    expect(row.calculated.pnlAbs.realized).toBeCloseTo(1000, 9)
    expect(row.calculated.pnlAbs.unrealized).toBeCloseTo(2500, 9)
    expect(row.fx).toBeCloseTo(0, 9)
  })

  it('give the same holding two exact entries', () => {
    const w = world({
      asOf: '2025-01-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: { X: [['2025-01-01', 80]] },
      rates: { USD: [['2024-01-01', 1 / 1.1588]] },
      bookings: deliveries.slice(0, 1),
    })
    const euros = w.row('open').calculated
    expect((euros.priceOpen ?? 0) * 100).toBeCloseTo(4500, 6)
    expect(Math.abs((euros.value ?? 0) - 6903.69)).toBeLessThan(0.006)
    expect(Math.abs((euros.pnlAbs.total ?? 0) - 2403.69)).toBeLessThan(0.006)
    const dollars = w.row('open', { currency: 'USD' }).calculated
    expect((dollars.priceOpen ?? 0) * 100).toBeCloseTo(5000, 6)
    expect((dollars.priceOpen ?? 0) * 100).not.toBeCloseTo(5214.6, 0)
    expect(dollars.value).toBe(8000)
    expect(dollars.pnlAbs.total).toBeCloseTo(3000, 6)
  })

  it('match lots inside their account', () => {
    const w = world({
      asOf: '2016-01-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: {
        X: [
          ['2015-01-02', 100],
          ['2015-01-08', 110],
          ['2015-12-01', 120],
        ],
      },
      rates: { USD },
      bookings: [
        buy('2015-01-01', 10, { account: 'B', net: 800, currency: 'EUR' }),
        buy('2015-01-02', 10, { account: 'A', net: 900, currency: 'EUR' }),
        sell('2015-01-09', 5, { account: 'A', net: 500, currency: 'EUR' }),
      ],
    })
    const { pnl } = w.ask({ filter: SECURITIES }).performance
    expect(pnl.abs.realized).toBeCloseTo(50, 6)
    expect(Math.abs(pnl.abs.unrealized - (303.33 - 0))).toBeLessThan(0.02)
  })

  it('of three lots: cost, value, costs and the currency part', () => {
    const w = world({
      asOf: '2015-08-10',
      instruments: [{ id: 'X', currency: 'USD' }],
      accounts: [
        { id: 'E', cash: 'none' },
        { id: 'U', cash: 'none' },
      ],
      prices: { X: [['2015-08-03', 115.52]] },
      rates: { USD },
      bookings: [
        buy('2015-01-01', 5, { account: 'E', net: 454.6, currency: 'EUR', amount: 551.9 }),
        buy('2015-01-01', 5, { account: 'U', net: 571.9, fees: 10, taxes: 10 }),
        buy('2015-08-03', 5, { account: 'U', net: 577.6 }),
      ],
    })
    const rows = w.rows('open').map(row => row.calculated)
    const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
    expect(Math.abs(sum(row => row.value) - 1495.34)).toBeLessThan(0.006)
    expect(Math.abs(sum(row => row.fees) - 8.24)).toBeLessThan(0.006)
    expect(Math.abs(sum(row => row.taxes) - 8.24)).toBeLessThan(0.006)
    expect(Math.abs(sum(row => row.pnlAbs.total) - 71.24)).toBeLessThan(0.006)
    // The source rounds each part to cents first: 87.71 is 87.718 before rounding.
    expect(Math.abs(sum(row => row.pnlAbs.unrealized) - 87.71)).toBeLessThan(0.011)
    expect(Math.abs(w.rows('open').reduce((total, row) => total + row.fx, 0) - 43.35)).toBeLessThan(0.012)
  })

  it('make a whole result of the rate alone', () => {
    const w = world({
      asOf: '2020-01-03',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: {
        USD: [
          ['2020-01-01', 1 / 1.3],
          ['2020-01-02', 1 / 1.5],
        ],
      },
      bookings: [buy('2020-01-01', 10, { price: 120 }), sell('2020-01-02', 10, { price: 120 })],
    })
    const row = w.row('closed')
    expect(row.original.pnlAbs.total).toBe(0)
    expect(row.calculated.pnlAbs.total).toBeCloseTo(-123.08, 2)
    expect(row.fx).toBeCloseTo(-123.08, 2)
  })

  it('in pence are a hundredth of pounds', () => {
    const w = world({
      asOf: '2020-01-02',
      currency: 'GBP',
      instruments: [{ id: 'X', currency: 'GBX' }],
      prices: { X: [['2020-01-01', 243.08]] },
      bookings: [buy('2020-01-01', 1000, { price: 243.08, currency: 'GBP' })],
    })
    const row = w.row('open').calculated
    expect(row.value).toBeCloseTo(2430.8, 9)
    expect(row.value).not.toBeCloseTo(243_080, 3)
    expect(w.row('cash').quantity).toBe(-2430.8)
  })

  it('cross through the pivot', () => {
    const market = {
      ...marketOf({ asOf: '2020-01-02', bookings: [] }),
      rates: new Map([
        ['USD', rateSeries([[dayOf('2020-01-01'), 0.8]], dayOf('2020-01-02'))],
        ['CHF', rateSeries([[dayOf('2020-01-01'), 1.6]], dayOf('2020-01-02'))],
      ]),
    }
    expect(crossRate(market, 'CHF', 'USD', dayOf('2020-01-02'))).toBe(2)
    expect(crossRate(market, 'CHF', 'JPY', dayOf('2020-01-02'))).toBeNaN()
  })
})

describe('a price that is missing', () => {
  it('is the latest price of a booking, without its costs', () => {
    const a = world({
      asOf: '2010-02-01',
      bookings: [buy('2010-01-01', 10, { net: 2000 }), buy('2010-01-10', 10, { net: 1000 })],
    }).row('open')
    expect(a.original.priceCurrent).toBe(100)
    expect(a.flags).toEqual(['estimated'])
    const b = world({
      asOf: '2010-02-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: { USD: [['2010-01-01', 0.8]] },
      bookings: [buy('2010-01-10', 10, { net: 1000, currency: 'EUR', amount: 1214.1 })],
    }).row('open')
    expect(b.original.priceCurrent).toBeCloseTo(121.41, 9)
  })

  it('lets the NAV fall by the fee only', () => {
    const { pnl } = world({
      asOf: '2025-09-03',
      prices: { X: [['2025-09-02', 655]] },
      bookings: [deposit('2025-08-29', 16_330.61), buy('2025-09-01', 2, { price: 650, fees: 3 })],
    }).ask().performance.dailyPnl
    expect(pnl.total[4]).toBeCloseTo(-3, 6)
    expect(pnl.total[4]).not.toBeCloseTo(-1303, 1)
  })
})

describe('balance and fees', () => {
  it('split the NAV into what is allocated and cash in every currency', () => {
    const w = world({
      asOf: '2020-01-02',
      currency: 'CHF',
      accounts: [{ id: 'main', shortsAllowed: true }],
      instruments: [
        { id: 'EQ', type: 'equity' },
        { id: 'BD', type: 'bond', contractSize: 0.01 },
        { id: 'CL', type: 'option', contractSize: 100 },
        { id: 'PT', type: 'option', contractSize: 100 },
      ],
      prices: {
        EQ: [['2020-01-01', 100]],
        BD: [['2020-01-01', 101.5]],
        CL: [['2020-01-01', 3]],
        PT: [['2020-01-01', 1.75]],
      },
      rates: { USD: [['2020-01-01', 0.9]] },
      bookings: [
        deliverIn('2020-01-01', 800, { instrument: 'EQ' }),
        deliverIn('2020-01-01', 30_000, { instrument: 'BD' }),
        deliverIn('2020-01-01', 4, { instrument: 'CL' }),
        deliverOut('2020-01-01', 4, { instrument: 'PT' }),
        deposit('2020-01-01', 5000, { currency: 'CHF' }),
        deposit('2020-01-01', 2000, { currency: 'USD' }),
      ],
    })
    expect(w.ask().performance.balance).toEqual({ allocated: 110_950, cash: 6800, total: 117_750 })
  })

  it('state fees on the average of daily values, not on the last', () => {
    const average = (1_000_000 * 90 + 1_500_000 * 275) / 365
    expect(feesBps(4500, average)).toBeCloseTo(32.69, 2)
    expect(annualizedBps(feesBps(4500, average), 365)).toBeCloseTo(32.69, 2)
    const w = world({
      asOf: '2021-12-31',
      currency: 'CHF',
      bookings: [
        deposit('2020-12-31', 1_000_000, { currency: 'CHF' }),
        deposit('2021-04-01', 500_000, { currency: 'CHF' }),
        custodyFee('2021-12-31', 4500, { currency: 'CHF' }),
      ],
    })
    const fees = feesOf(w.ask({ from: '2021-01-01', feesBy: 'transaction_type' }))
    expect(fees.total.sum).toBe(4500)
    expect(fees.total.averageValue).toBeCloseTo(average - 4500 / 365, 2)
    expect(Math.abs((fees.total.bps ?? 0) - 32.69)).toBeLessThan(0.006)
    expect(fees.total.bps).not.toBeCloseTo(30.09, 1)
    expect(fees.groups.map(group => [group.group, group.sum])).toEqual([
      ['fees', 0],
      ['fees_cash', 4500],
      ['trailer_fees', 0],
    ])
  })
})
