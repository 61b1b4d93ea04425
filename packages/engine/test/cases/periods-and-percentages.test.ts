import { describe, expect, it } from 'vitest'
import { namedPeriod, parseDay, toIsoDate } from '../../src/index.ts'
import { buy, type Draft, deliverIn, deposit, dividend, interest, SECURITIES, sell, world } from '../world.ts'

describe('a period', () => {
  it('opens with the previous close, including transactions of that day', () => {
    for (const [on, initial, income] of [
      ['2011-06-01', 1000, 50],
      ['2010-12-31', 1050, 0],
      ['2011-12-31', 1000, 50],
    ] as const) {
      const { performance } = world({
        asOf: '2011-12-31',
        transactions: [deposit('2010-01-01', 1000), interest(on, { amount: 50 })],
      }).runQuery({ from: '2011-01-01' })
      expect(performance.openingBalance).toBe(initial)
      expect(performance.pnl.abs.realized).toBe(income)
      expect(performance.balance.total).toBe(1050)
    }
  })

  it('measures P/L from the opening value and keeps the total, whatever the purchase cost', () => {
    const base = buy('2010-01-01', 10, { net: 1 })
    const prices = {
      X: [
        ['2010-01-01', 100],
        ['2011-06-01', 110],
      ] as const,
    }
    const result = (extra: Draft[]) => {
      const { performance } = world({ asOf: '2011-12-31', prices, transactions: [base, ...extra] }).runQuery({
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

  it('shows realized P/L against the original cost and reverses the earlier unrealized P/L', () => {
    const { pnl } = world({
      asOf: '2022-12-31',
      prices: { X: [['2021-12-31', 10]] },
      transactions: [buy('2021-01-01', 1, { net: 1 }), sell('2022-12-31', 1, { net: 1.5 })],
    }).runQuery({ from: '2022-01-01', filter: SECURITIES }).performance
    expect(pnl.abs).toEqual({ total: -8.5, realized: 0.5, unrealized: -9 })
  })

  it('of a calendar year runs from the close before it to its last close', () => {
    const year = namedPeriod('2024', parseDay('2026-03-05'), null)
    expect([toIsoDate((year?.from ?? 0) - 1), toIsoDate(year?.to ?? 0)]).toEqual(['2023-12-31', '2024-12-31'])
  })

  it('resolves the names of the usual ranges', () => {
    const asOf = parseDay('2026-03-31')
    const opening = (name: string) =>
      toIsoDate((namedPeriod(name, asOf, parseDay('2020-05-05'))?.from ?? 0) - 1)
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
    expect(toIsoDate((namedPeriod('1d', parseDay('2026-03-30'), null)?.from ?? 0) - 1)).toBe('2026-03-27')
    expect(namedPeriod('fortnight', asOf, null)).toBeNull()
  })
})

describe('relative P/L of a position', () => {
  it('divides all three parts by the highest open cost', () => {
    const row = world({
      asOf: '2024-06-01',
      prices: { X: [['2024-04-01', 55]] },
      transactions: [
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

  it('does not count reinvested proceeds twice', () => {
    const figures = world({
      asOf: '2024-04-01',
      prices: { X: [['2024-04-01', 12]] },
      transactions: [
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

  it('uses the invested cost for a partial sale and a closed position', () => {
    const open = world({
      asOf: '2022-04-11',
      currency: 'CHF',
      prices: { X: [['2022-04-11', 87.8]] },
      transactions: [
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
      transactions: [
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
      transactions: [
        sell('2024-01-10', 100, { price: 20, fees: 5 }),
        dividend('2024-02-10', { amount: -30 }),
      ],
    }).row('open').original
    expect(figures.priceBreakEven).toBeCloseTo(19.65, 9)
    expect(figures.pnlAbs.total).toBeCloseTo(165, 9)
    expect(figures.pnlRel.total).toBeCloseTo(0.0825, 9)
  })

  it('has the same total under every lot method', () => {
    const totals = (['fifo', 'average', 'lifo', 'hifo'] as const).map(lotMethod => {
      const row = world({
        asOf: '2010-04-01',
        accounts: [{ id: 'main', lotMethod }],
        prices: { X: [['2010-04-01', 100]] },
        transactions: [
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
