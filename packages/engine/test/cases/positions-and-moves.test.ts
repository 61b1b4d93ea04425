import { describe, expect, it } from 'vitest'
import {
  type Account,
  type LotMethod,
  moneyWeightedFlows,
  moneyWeightedReturn,
  parseDay,
  toIsoDate,
  xirr,
} from '../../src/index.ts'
import { openLots, takenPieces } from '../matching.ts'
import { buy, deliverIn, deliverOut, dividend, sell, transfer, world } from '../world.ts'

const account = (lotMethod: LotMethod, rest: Partial<Account> = {}) => [{ id: 'main', lotMethod, ...rest }]

describe('a position', () => {
  it('closes at zero, and the next trade opens another with its own entry, dates and result', () => {
    const w = world({
      asOf: '2010-05-01',
      transactions: [
        buy('2010-01-01', 100, { net: 3149.2 }),
        sell('2010-02-01', 100, { net: 531.5 }),
        buy('2010-03-01', 50, { net: 1684.92 }),
        sell('2010-04-01', 50, { net: 531.5 }),
      ],
    })
    const closed = w
      .rows('closed')
      .map(row => [
        toIsoDate(row.openDay),
        toIsoDate(row.closeDay ?? 0),
        Number(row.original.pnlAbs.realized?.toFixed(6)),
      ])
    expect(closed).toEqual([
      ['2010-01-01', '2010-02-01', -2617.7],
      ['2010-03-01', '2010-04-01', -1153.42],
    ])
  })

  it('includes costs in its loss', () => {
    const row = world({
      asOf: '2012-02-01',
      transactions: [
        buy('2012-01-01', 748, { net: 1019.8, fees: 10 }),
        sell('2012-01-10', 748, { net: 688.36, fees: 10, taxes: 10 }),
      ],
    }).row('closed')
    expect(row.original.pnlAbs.total).toBeCloseTo(-331.44, 9)
    expect((row.closeDay ?? 0) - row.openDay).toBe(9)
  })

  it('reopens without the commissions and result of the previous one', () => {
    const w = world({
      asOf: '2020-01-05',
      currency: 'USD',
      prices: { X: [['2020-01-04', 1.0003]] },
      transactions: [
        buy('2020-01-01', 150_000, { price: 1.00001, fees: 3 }),
        sell('2020-01-02', 150_000, { price: 1.00011 }),
        buy('2020-01-03', 150_000, { price: 1.00012 }),
      ],
    })
    const first = w.row('closed').original
    expect(first.pnlAbs.realized).toBeCloseTo(12, 6)
    expect(first.fees).toBe(3)
    const second = w.row('open').original
    expect(second.priceOpen).toBeCloseTo(1.00012, 9)
    expect(second.pnlAbs.realized).toBe(0)
    expect(second.pnlAbs.unrealized).toBeCloseTo(27, 6)
    expect(second.fees).toBe(0)
  })

  it('closed and reopened on one day becomes two positions', () => {
    const w = world({
      asOf: '2026-01-02',
      transactions: [
        buy('2025-12-11', 10, { price: 20 }),
        buy('2025-12-18', 10, { price: 22 }),
        sell('2025-12-18', 10, { price: 21 }),
        sell('2025-12-28', 10, { price: 25 }),
      ],
    })
    expect(w.rows('closed').map(row => row.original.pnlAbs.total)).toEqual([10, 30])
  })

  it('is split at zero when a trade crosses it, with costs pro rata', () => {
    const w = world({
      asOf: '2024-04-01',
      currency: 'USD',
      accounts: account('fifo', { shortsAllowed: true }),
      transactions: [
        buy('2024-01-02', 10, { net: 1000 }),
        sell('2024-02-01', 16, { net: 1920 }),
        buy('2024-03-01', 6, { net: 660 }),
      ],
    })
    const closed = w
      .rows('closed')
      .map(row => [
        row.side,
        toIsoDate(row.openDay),
        toIsoDate(row.closeDay ?? 0),
        row.original.pnlAbs.realized,
        row.key,
      ])
    expect(closed).toEqual([
      ['long', '2024-01-02', '2024-02-01', 200, 't0000'],
      ['short', '2024-02-01', '2024-03-01', 60, 't0001.2'],
    ])
  })

  it('closes when fractions that add up to 0.9999999999999999 are sold as one', () => {
    const w = world({
      asOf: '2024-03-20',
      transactions: [
        buy('2024-03-08', 0.3333333333333333, { price: 408 }),
        buy('2024-03-13', 0.6666666666666666, { price: 400 }),
        sell('2024-03-14', 1, { price: 411 }),
      ],
    })
    expect(w.rows('open')).toEqual([])
    expect(w.row('closed').quantity).toBe(0)
  })

  it('posts the acquisition first when a sale of the same day was entered before it', () => {
    const w = world({
      asOf: '2022-01-02',
      transactions: [deliverOut('2022-01-01', 5, { net: 500 }), deliverIn('2022-01-01', 10, { net: 1000 })],
    })
    const row = w.row('open')
    expect(row).toMatchObject({ quantity: 5, side: 'long' })
    expect(row.original.pnlAbs.total).toBe(0)
    expect(w.rows('closed')).toEqual([])
  })

  it('without cost has no percentage', () => {
    const row = world({
      asOf: '2023-01-10',
      prices: { X: [['2023-01-07', 2]] },
      transactions: [buy('2023-01-07', 3.29e-7, { price: 0 })],
    }).row('open')
    expect(row.quantity).toBe(3.29e-7)
    expect(row.original.priceOpen).toBe(0)
    expect(row.original.pnlRel).toEqual({ total: null, realized: null, unrealized: null })
  })
})

describe('selling a part', () => {
  it('takes whole lots and part of the next under FIFO', () => {
    const w = world({
      asOf: '2025-01-01',
      prices: { X: [['2025-01-01', 2]] },
      transactions: [
        buy('2024-01-01', 12, { net: 120 }),
        buy('2024-02-01', 5, { net: 60 }),
        buy('2024-03-01', 3, { net: 90 }),
        sell('2024-12-31', 18, { net: 360 }),
      ],
    })
    const row = w.row('open')
    expect(row.original.pnlAbs.realized).toBeCloseTo(150, 9)
    expect(row.original.pnlAbs.unrealized).toBeCloseTo(-56, 9)
    const pieces = takenPieces(w.snapshot, w.views().original.lotCost)[0] ?? []
    expect(pieces.reduce((sum, [units, unitCost]) => sum + units * unitCost, 0)).toBeCloseTo(210, 9)
    const flows = [
      ['2024-01-01', -120],
      ['2024-02-01', -60],
      ['2024-03-01', -30],
      ['2024-12-31', 360],
    ] as const
    expect(xirr(flows.map(([on, amount]) => ({ day: parseDay(on), amount }))).rate).toBeCloseTo(0.76018, 4)
  })

  it('adds the proceeds less the fee to cash', () => {
    const w = world({
      asOf: '2020-02-02',
      currency: 'CAD',
      transactions: [
        buy('2020-01-01', 10, { price: 150, fees: 5 }),
        sell('2020-02-01', 5, { price: 160, fees: 2 }),
      ],
    })
    expect(w.row('cash').quantity).toBe(-707)
    const row = w.row('open')
    expect((row.original.priceOpen ?? 0) * row.quantity).toBe(750)
    expect((row.original.pnlAbs.realized ?? 0) + 5).toBe(48)
  })
})

describe('costs', () => {
  const transactions = [
    buy('2022-01-01', 5, { net: 520, fees: 10, taxes: 10 }),
    buy('2022-02-01', 10, { net: 1000 }),
    sell('2022-03-01', 10, { net: 1480, fees: 10, taxes: 10 }),
  ]

  it('are not part of the lot cost: the realized price gain is gross', () => {
    for (const [method, buyCosts, closedNet, openNet] of [
      ['fifo', 20, 460, 500],
      ['average', 20 * (10 / 15), 466.67, 493.33],
    ] as const) {
      const row = world({
        asOf: '2023-03-01',
        accounts: account(method),
        prices: { X: [['2023-03-01', 200]] },
        transactions,
      }).row('open').original
      const gross = (row.pnlAbs.realized ?? 0) + row.fees + row.taxes
      expect(gross).toBeCloseTo(500, 9)
      expect(row.pnlAbs.unrealized).toBeCloseTo(500, 9)
      expect(Math.abs(gross - 20 - buyCosts - closedNet)).toBeLessThan(0.006)
      expect(Math.abs((row.pnlAbs.unrealized ?? 0) - (20 - buyCosts) - openNet)).toBeLessThan(0.006)
    }
  })

  it('reduce the P/L on the day they are paid', () => {
    const row = world({
      asOf: '2022-03-01',
      prices: { X: [['2022-02-28', 200]] },
      transactions: transactions.slice(0, 2),
    }).row('open').original
    expect(row.pnlAbs.total).toBe(1480)
    expect((row.pnlAbs.total ?? 0) + row.fees + row.taxes).toBe(1500)
  })

  it('of a delivery are part of the flow, and the net amount is its value', () => {
    const result = world({
      asOf: '2011-03-02',
      transactions: [deliverIn('2011-03-01', 1, { net: 100, fees: 10, taxes: 10 })],
    })
    const row = result.row('open').original
    expect(row).toMatchObject({ value: 80, fees: 10, taxes: 10 })
    expect(result.runQuery().performance.cashFlow).toEqual({ net: 100, deposits: 100, withdrawals: 0 })
  })

  it('of a dividend are separate: income is gross of tax', () => {
    const w = world({
      asOf: '2011-03-02',
      transactions: [buy('2011-01-01', 1, { price: 10 }), dividend('2011-03-01', { net: 100, taxes: 10 })],
    })
    expect(w.row('open').original).toMatchObject({ dividends: 110, taxes: 10, fees: 0 })
  })
})

describe('lots transferred between accounts', () => {
  it('are matched only within their own account', () => {
    const w = world({
      asOf: '2020-11-21',
      prices: { X: [['2020-11-20', 280.5]] },
      transactions: [
        buy('2020-09-21', 10, { account: 'one', net: 2000 }),
        buy('2020-10-21', 10, { account: 'two', net: 1000 }),
        sell('2020-11-21', 10, { account: 'two', net: 2805 }),
      ],
    })
    const { pnl } = w.runQuery().performance
    expect(pnl.abs.realized).toBeCloseTo(1805, 9)
    expect(pnl.abs.unrealized).toBeCloseTo(805, 9)
    expect(pnl.abs.total).toBeCloseTo(2610, 9)
  })

  it('carry their cost: a transfer is neither a flow nor a gain', () => {
    const w = world({
      asOf: '2019-12-31',
      prices: { X: [['2019-01-01', 10]] },
      transactions: [
        buy('2019-01-15', 10, { account: 'three', net: 150 }),
        buy('2019-02-15', 50, { account: 'one', net: 1000 }),
        ...transfer('2019-03-15', 5, 'three', 'four', { net: 100 }),
        buy('2019-04-15', 20, { account: 'two', net: 174.6 }),
        sell('2019-05-15', 20, { account: 'two', net: 188 }),
      ],
    })
    const result = w.runQuery({ from: '2019-01-01', filter: { instrumentTypes: ['equity'] } })
    const { pnl, balance } = result.performance
    expect(balance.total).toBe(600)
    expect(pnl.abs.realized).toBeCloseTo(13.4, 9)
    expect(pnl.abs.unrealized).toBeCloseTo(-550, 9)
    expect(pnl.abs.total).toBeCloseTo(-536.6, 9)
    expect(pnl.rel.total).toBeCloseTo(-0.630072999554022, 9)
    expect(xirr(moneyWeightedFlows(result.dailyFigures, false)).rate).toBeCloseTo(-0.507177136905005, 9)
    // Held for less than a year.
    expect(moneyWeightedReturn(result.dailyFigures, false).rate).toBeNull()
    const flows = result.performance.cashFlow
    expect(flows.deposits).toBeCloseTo(1324.6, 9)
    expect(
      w.rows('open').reduce((sum, row) => sum + (row.original.priceOpen ?? 0) * row.quantity, 0),
    ).toBeCloseTo(1150, 9)
  })

  it('enter a single account at market value and leave their earlier gain with the source', () => {
    const w = world({
      asOf: '2017-01-01',
      prices: {
        X: [
          ['2016-06-01', 69.55],
          ['2016-12-30', 88.31],
          ['2017-01-01', 97.141],
        ],
      },
      transactions: [
        buy('2016-06-01', 10, { account: 'one', net: 883.1 }),
        ...transfer('2016-12-31', 10, 'one', 'two', { net: 883.1 }),
      ],
    })
    const { performance } = w.runQuery({ from: '2016-01-02', filter: { accounts: ['two'] } })
    expect(performance.balance.total).toBeCloseTo(971.41, 9)
    expect(performance.pnl.abs.unrealized).toBeCloseTo(88.31, 9)
    expect(performance.pnl.rel.total).toBeCloseTo(0.1, 9)
    expect(performance.cashFlow.deposits).toBeCloseTo(883.1, 9)
    const row = w.row('open', { filter: { accounts: ['two'] } }).original
    expect((row.priceOpen ?? 0) * 10).toBeCloseTo(883.1, 9)
    expect(row.pnlRel.unrealized).toBeCloseTo(0.1, 9)
  })

  it('are sold by their original date, not their arrival date', () => {
    const w = world({
      asOf: '2020-10-01',
      transactions: [
        buy('2013-07-10', 55, { account: 'one', net: 6737.15, fees: 27.15 }),
        buy('2020-04-29', 25, { account: 'two', net: 5377, fees: 2 }),
        ...transfer('2020-05-05', 55, 'one', 'two', { net: 11_605 }),
        sell('2020-09-21', 55, { account: 'two', net: 13_068.57, fees: 21.43 }),
      ],
    })
    const lots = openLots(w.snapshot, 't0001', w.views().original.lotCost)
    expect(lots.map(lot => lot.slice(0, 2))).toEqual([['2020-04-29', 25]])
    const held = [
      { day: parseDay('2013-07-10'), amount: -6737.15 },
      { day: parseDay('2020-09-21'), amount: 13_068.57 },
    ]
    expect(xirr(held).rate).toBeCloseTo(0.0963, 4)
  })

  it('without quotes are worth the price of the last transaction', () => {
    const w = world({
      asOf: '2021-01-03',
      transactions: [
        deliverIn('2021-01-01', 10, { account: 'one', net: 1000 }),
        deliverOut('2021-01-02', 5, { account: 'one', net: 500 }),
        ...transfer('2021-01-03', 5, 'one', 'two', { net: 600 }),
      ],
    })
    expect(w.runQuery().performance.pnl.abs.unrealized).toBeCloseTo(100, 9)
    const row = w.row('open').original
    expect(row.value).toBe(600)
    expect((row.priceOpen ?? 0) * 5).toBe(500)
  })

  it('keep the dates of a split lot and leave the rest in the source', () => {
    const w = world({
      asOf: '2023-07-01',
      currency: 'USD',
      transactions: [
        buy('2023-01-01', 10, { account: 'A', amount: 1010 }),
        buy('2023-02-01', 5, { account: 'A', amount: 1005 }),
        ...transfer('2023-06-01', 12, 'A', 'B'),
      ],
    })
    const { lotCost } = w.views('USD').original
    const lots = openLots(w.snapshot, 't0003', lotCost)
    expect(lots.map(lot => [lot[0], lot[1], Number(lot[2].toFixed(9))])).toEqual([
      ['2023-01-01', 10, 1010],
      ['2023-02-01', 2, 402],
    ])
    expect(openLots(w.snapshot, 't0000', lotCost).map(lot => [lot[1], lot[2]])).toEqual([[3, 603]])
  })

  it('stay with the source until they arrive', () => {
    const [out, into] = transfer('2023-06-01', 10, 'A', 'B')
    if (!out || !into) throw new Error('a transfer has two sides')
    const w = world({
      asOf: '2023-07-01',
      prices: { X: [['2023-01-01', 10]] },
      transactions: [buy('2023-01-01', 10, { account: 'A', price: 10 }), out, { ...into, on: '2023-06-05' }],
    })
    expect(w.row('open', { to: '2023-06-04' }).account).toBe('A')
    expect(w.row('open', { to: '2023-06-05' }).account).toBe('B')
  })
})
