import { describe, expect, it } from 'vitest'
import {
  buy,
  custodyFee,
  type DatedValue,
  deliverIn,
  deliverOut,
  deposit,
  dividend,
  interest,
  sell,
  tax,
  withdrawal,
  world,
} from '../world.ts'

const EURUSD: readonly DatedValue[] = [
  ['2013-12-31', 1.2141],
  ['2015-01-02', 1.2043],
  ['2015-01-05', 1.1915],
  ['2015-01-06', 1.1914],
  ['2015-01-07', 1.1831],
  ['2015-01-08', 1.1768],
  ['2015-01-09', 1.1813],
  ['2015-01-12', 1.1804],
  ['2015-01-13', 1.1782],
  ['2015-01-14', 1.1775],
]
const inUsd = { currency: 'USD' }

describe('a fortnight with every kind of transaction', () => {
  const w = world({
    asOf: '2015-01-14',
    instruments: [
      { id: 'E', currency: 'EUR' },
      { id: 'U', currency: 'USD' },
    ],
    prices: {
      E: [
        ['2015-01-02', 69.69],
        ['2015-01-14', 70.32],
      ],
      U: [
        ['2015-01-02', 27.3325],
        ['2015-01-14', 27.45],
      ],
    },
    rates: { USD: EURUSD.map(([on, rate]): DatedValue => [on, 1 / rate]) },
    transactions: [
      deposit('2014-01-01', 1000),
      interest('2014-05-25', { net: 4, taxes: 1 }),
      deposit('2014-05-25', 1000, inUsd),
      buy('2014-12-22', 10, { instrument: 'E', net: 705.7, fees: 1, taxes: 2 }),
      buy('2014-12-22', 10, { instrument: 'U', net: 282.35 }),
      interest('2015-01-02', { net: 44.44, taxes: 1.23 }),
      deposit('2015-01-02', 100),
      deposit('2015-01-02', 200, inUsd),
      tax('2015-01-04', 123),
      tax('2015-01-05', -23),
      buy('2015-01-06', 1, { instrument: 'E', net: 68.69, fees: 1, taxes: 1 }),
      deliverIn('2015-01-07', 3, { instrument: 'E', net: 206.94, fees: 2.22, taxes: 3.33 }),
      interest('2015-01-09', { amount: -7 }),
      interest('2015-01-10', { net: 9, taxes: 1 }),
      withdrawal('2015-01-10', 200, inUsd),
      deposit('2015-01-10', 300, inUsd),
      custodyFee('2015-01-11', 9.99),
      custodyFee('2015-01-12', -7.12),
      dividend('2015-01-13', { instrument: 'E', net: 10.2, fees: 2, taxes: 1 }),
      sell('2015-01-13', 5, { instrument: 'U', net: 120.78, fees: 10, taxes: 7 }),
      interest('2015-01-14', { net: 10, taxes: 2.34 }),
      deposit('2015-01-14', 200),
      deposit('2015-01-14', 400, inUsd),
      deliverOut('2015-01-14', 2, { instrument: 'U', net: 51.57, fees: 1.11, taxes: 2.22 }),
    ],
  })
  const query = { from: '2015-01-03' }
  const { performance } = w.runQuery(query)
  const rows = [...w.rows('open', query), ...w.rows('closed', query), ...w.rows('cash', query)]
  const sum = (pick: (row: (typeof rows)[number]['calculated']) => number) =>
    rows.reduce((total, row) => total + pick(row.calculated), 0)
  const near = (found: number, wanted: number) => expect(Math.abs(found - wanted)).toBeLessThan(0.011)

  it('opens and closes at the known values', () => {
    near(performance.openingBalance, 2128.58)
    near(performance.balance.total, 2854.32)
  })

  it('has the known income, fees, taxes and flows', () => {
    near(
      sum(row => row.dividends + row.interest),
      28.54,
    )
    near(
      sum(row => row.fees),
      17.52,
    )
    near(
      sum(row => row.taxes),
      116.5,
    )
    near(performance.cashFlow.net, 787.49)
  })

  it('has the known price and currency effects: 26.04 on securities, 17.68 on cash', () => {
    const cashFx = rows.filter(row => row.instrument === null).reduce((total, row) => total + row.fx, 0)
    near(cashFx, 17.68)
    const result = sum(row => row.dividends + row.interest - row.fees - row.taxes)
    near(performance.pnl.abs.total - result - cashFx, 21.35 + 4.69)
  })

  it('reconciles: opening + flows + P/L = closing', () => {
    const residual =
      performance.openingBalance +
      performance.cashFlow.net +
      performance.pnl.abs.total -
      performance.balance.total
    expect(Math.abs(residual)).toBeLessThan(1e-9)
  })
})

describe('a position that is bought, reduced and pays income, in another currency', () => {
  const w = world({
    asOf: '2024-01-10',
    currency: 'CHF',
    instruments: [{ id: 'X', currency: 'USD' }],
    accounts: [{ id: 'main', cash: 'none' }],
    prices: {
      X: [
        ['2024-01-01', 50],
        ['2024-01-10', 57],
      ],
    },
    rates: {
      USD: [
        ['2024-01-01', 0.9],
        ['2024-01-03', 0.88],
        ['2024-01-05', 0.87],
        ['2024-01-07', 0.86],
        ['2024-01-10', 0.85],
      ],
    },
    transactions: [
      buy('2024-01-01', 100, { price: 50 }),
      buy('2024-01-03', 50, { price: 54, fees: 10 }),
      sell('2024-01-05', 30, { price: 58, fees: 8 }),
      dividend('2024-01-07', { amount: 60 }),
    ],
  })

  it('splits its result into price, currency, income and fees without a residual', () => {
    const row = w.row('open', { from: '2024-01-02' })
    const { calculated } = row
    expect(calculated.pnlAbs.total).toBeCloseTo(487.64, 6)
    expect(calculated.dividends).toBeCloseTo(51.6, 6)
    expect(calculated.fees).toBeCloseTo(15.76, 6)
    // Price and currency effect are 451.80 together. The closes stay at 50 until the end.
    expect(row.fx).toBeCloseTo(50 * (-0.02 * 100 - 0.01 * 150 - 2 * 0.01 * 120), 6)
    const price = (calculated.pnlAbs.total ?? 0) - row.fx - calculated.dividends + calculated.fees
    expect(price + row.fx).toBeCloseTo(752.8 - 301, 6)
    const { performance } = w.runQuery({ from: '2024-01-02' })
    expect(performance.openingBalance).toBe(4500)
    expect(performance.balance.total).toBeCloseTo(5814, 9)
    expect(performance.cashFlow.net + calculated.dividends - calculated.fees).toBeCloseTo(862.2, 6)
  })
})

describe('instruments with a contract size', () => {
  it('value a bond by its nominal in percent', () => {
    const row = world({
      asOf: '2020-01-02',
      instruments: [{ id: 'X', type: 'bond', contractSize: 0.01 }],
      prices: { X: [['2020-01-01', 98.5]] },
      transactions: [deliverIn('2020-01-01', 3000)],
    }).row('open')
    expect(row.calculated.value).toBeCloseTo(2955, 9)
    expect(row.calculated.value).not.toBeCloseTo(295_500, 3)
  })

  it('post accrued interest paid as negative interest, and redeem at 100', () => {
    const w = world({
      asOf: '2025-09-16',
      instruments: [{ id: 'X', type: 'bond', contractSize: 0.01 }],
      transactions: [
        buy('2024-12-15', 10_000, { price: 97, accrued: 125 }),
        { on: '2025-09-15', type: 'coupon', instrument: 'X', amount: 500 },
        { on: '2025-09-15', type: 'redemption', instrument: 'X', quantity: -10_000, price: 100 },
      ],
    })
    expect(w.row('cash', { to: '2024-12-15' }).quantity).toBe(-9825)
    expect((w.row('open', { to: '2024-12-15' }).original.priceOpen ?? 0) * 100).toBeCloseTo(9700, 9)
    const row = w.row('closed')
    expect(row.original.interest).toBe(375)
    expect(row.original.pnlAbs.total).toBe(675)
    expect(row.closeDay).not.toBeNull()
    expect((row.original.pnlAbs.total ?? 0) - row.original.interest).toBe(300)
  })

  it('multiply premiums by the contract size', () => {
    const w = world({
      asOf: '2025-03-02',
      currency: 'USD',
      instruments: [{ id: 'X', type: 'option', contractSize: 100 }],
      transactions: [
        buy('2025-01-02', 5, { price: 3, fees: 10 }),
        sell('2025-02-01', 3, { price: 4, fees: 5 }),
        sell('2025-03-01', 2, { price: 5, fees: 5 }),
      ],
    })
    const afterFirst = w.row('open', { to: '2025-02-01' })
    expect(afterFirst.quantity).toBe(2)
    expect((afterFirst.original.priceOpen ?? 0) * 200 + (10 * 2) / 5).toBe(604)
    expect((afterFirst.original.pnlAbs.realized ?? 0) + (10 * 2) / 5).toBe(289)
    expect(w.row('closed').original.pnlAbs.total).toBe(680)
  })

  it('expire worthless at zero', () => {
    const row = world({
      asOf: '2025-03-02',
      instruments: [{ id: 'X', type: 'option', contractSize: 100 }],
      transactions: [
        buy('2025-01-02', 1, { price: 3 }),
        { on: '2025-02-01', type: 'expiry', instrument: 'X', quantity: -1, price: 0 },
      ],
    }).row('closed')
    expect(row.original.pnlAbs.realized).toBe(-300)
  })
})

describe('a transaction that the engine cannot post', () => {
  it('is left out and reported as an issue', () => {
    const w = world({
      asOf: '2020-01-02',
      transactions: [
        deposit('2020-01-01', 10),
        { on: '2020-01-02', type: 'spin_off', instrument: 'X' },
        { on: '2020-01-02', type: 'dividend', instrument: 'nowhere', amount: 1 },
      ],
    })
    expect(w.snapshot.issues.map(issue => [issue.transaction, issue.reason])).toEqual([
      ['t0002', 'unknown instrument'],
      ['t0001', 'spin_off without its other side'],
    ])
    expect(w.runQuery().performance.balance.total).toBe(10)
  })
})
