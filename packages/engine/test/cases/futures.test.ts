import { describe, expect, it } from 'vitest'
import { forwardExposure, forwardValue, type LotMethod } from '../../src/index.ts'
import { buy, type Draft, deposit, sell, type World, world } from '../world.ts'

const future = { id: 'F', type: 'future', contractSize: 50 } as const
const trade = (on: string, quantity: number, price: number): Draft =>
  buy(on, quantity, { instrument: 'F', price, net: 0 })
const margin = (on: string, amount: number): Draft => ({
  on,
  type: 'variation_margin',
  instrument: 'F',
  amount,
  net: amount,
})

function history(transactions: readonly Draft[], lotMethod: 'fifo' | 'average' = 'fifo'): World {
  return world({
    asOf: '2024-03-31',
    currency: 'USD',
    accounts: [{ id: 'main', lotMethod }],
    instruments: [future],
    prices: {
      F: [
        ['2024-01-02', 2100],
        ['2024-02-01', 2112],
      ],
    },
    transactions: [deposit('2024-01-01', 30_000, { currency: 'USD' }), ...transactions],
  })
}

describe('futures (future-notional-nav)', () => {
  it('have no value once their margin is paid', () => {
    const w = history([trade('2024-01-02', 5, 2100), margin('2024-02-01', 3000)])
    const { balance, pnl } = w.runQuery().performance
    expect(balance).toEqual({ allocated: 0, cash: 33_000, total: 33_000 })
    expect(balance.total).not.toBe(561_000)
    expect(pnl.abs).toEqual({ total: 3000, realized: 3000, unrealized: 0 })
    const row = w.row('open')
    expect(row.original.exposure).toBe(528_000)
    expect(row.original.value).toBe(0)
    expect(row.original.pnlAbs.total).toBe(3000)
    expect(row.original.priceOpen).toBe(2100)
    expect(row.original.pnlRel.total).toBeCloseTo(3000 / 525_000, 12)
  })

  it('are worth their gain until it is paid', () => {
    const w = history([trade('2024-01-02', 5, 2100)])
    expect(w.runQuery().performance.balance).toEqual({ allocated: 3000, cash: 30_000, total: 33_000 })
    expect(w.runQuery().performance.pnl.abs).toEqual({ total: 3000, realized: 0, unrealized: 3000 })
  })

  it.each(['fifo', 'average'] as const)('pay their gain on closing if no margin is posted, %s', lotMethod => {
    const transactions = [
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -2, 2110),
      trade('2024-03-01', -3, 2120),
    ]
    const w = history(transactions, lotMethod)
    expect(w.runQuery({ to: '2024-02-15' }).performance.pnl.abs).toEqual({
      total: 2800,
      realized: 1000,
      unrealized: 1800,
    })
    expect(w.runQuery().performance.balance.total).toBe(34_000)
    expect(w.row('closed').original.pnlAbs).toEqual({ total: 4000, realized: 4000, unrealized: 0 })
  })

  it('keep the gain of closed contracts until its margin is paid, even after the last contract', () => {
    const half = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -2, 2110),
      margin('2024-03-01', 2800),
    ])
    expect(half.runQuery({ to: '2024-02-15' }).performance.balance.total).toBe(32_800)
    expect(half.runQuery().performance.balance).toEqual({ allocated: 0, cash: 32_800, total: 32_800 })
    const late = history([
      trade('2024-01-02', 5, 2100),
      trade('2024-02-01', -5, 2110),
      margin('2024-02-02', 2500),
    ])
    expect(late.runQuery().performance.balance.total).toBe(32_500)
    expect(late.row('closed').original.pnlAbs.total).toBe(2500)
  })

  it('split a trade that crosses zero', () => {
    const w = history([trade('2024-01-02', 2, 2100), { ...trade('2024-01-20', -5, 2104), fees: 10 }])
    expect(w.row('closed').original.pnlAbs.total).toBe(400 - 4)
    expect(w.row('open').original.pnlAbs.total).toBe(-3 * 50 * 8 - 6)
    expect(w.row('open').original.exposure).toBe(-3 * 50 * 2112)
    expect(w.runQuery().performance.balance.total).toBe(30_000 + 400 - 1200 - 10)
  })

  it('convert at the rate of the day in another currency', () => {
    const w = world({
      asOf: '2024-03-31',
      currency: 'USD',
      instruments: [future],
      prices: {
        F: [
          ['2024-01-02', 2100],
          ['2024-02-01', 2112],
        ],
      },
      rates: {
        USD: [
          ['2024-01-01', 0.9],
          ['2024-03-01', 0.8],
        ],
      },
      pivot: 'CHF',
      transactions: [trade('2024-01-02', 5, 2100)],
    })
    expect(w.runQuery({ currency: 'CHF' }).performance.pnl.abs.total).toBeCloseTo(2400, 9)
    expect(
      w.runQuery({ currency: 'CHF', groupBy: 'instrument_type' }).performance.balance.allocated,
    ).toBeCloseTo(2400, 9)
  })
})

describe('futures under a lot method', () => {
  const crude = { id: 'F', type: 'future', contractSize: 1000 } as const
  const twoLots = (lotMethod: LotMethod, last: Draft, mode: 'booked' | 'derived' = 'booked'): World =>
    world({
      asOf: '2024-01-31',
      currency: 'USD',
      accounts: [{ id: 'main', lotMethod, variationMargin: mode }],
      instruments: [crude],
      prices: { F: [['2024-01-02', 12]] },
      transactions: [
        deposit('2024-01-01', 50_000, { currency: 'USD' }),
        { ...trade('2024-01-02', 1, 10), id: 'first' },
        { ...trade('2024-01-03', 1, 12), id: 'second' },
        last,
      ],
    })

  it.each([
    ['fifo', 2000, 0],
    ['lifo', 0, 2000],
    ['hifo', 0, 2000],
    ['average', 1000, 1000],
  ] as const)('realize and pay the gain of the lots that %s closes', (lotMethod, realized, unrealized) => {
    const w = twoLots(lotMethod, trade('2024-01-04', -1, 12))
    const { pnl, balance } = w.runQuery().performance
    expect(pnl.abs).toEqual({ total: 2000, realized, unrealized })
    expect(balance).toEqual({ allocated: unrealized, cash: 50_000 + realized, total: 52_000 })
    expect(w.row('open').original.pnlAbs).toEqual({ total: 2000, realized, unrealized })
  })

  it.each([
    ['first', 2000],
    ['second', 0],
  ])('close the lot that the sale names: %s', (transaction, realized) => {
    const w = twoLots('fifo', { ...trade('2024-01-04', -1, 12), takes: [{ transaction, quantity: 1 }] })
    expect(w.runQuery().performance.pnl.abs).toEqual({ total: 2000, realized, unrealized: 2000 - realized })
  })

  it('pay the gain since the last close where margin is derived', () => {
    const w = twoLots('fifo', trade('2024-01-04', -1, 15), 'derived')
    expect(w.runQuery({ to: '2024-01-03' }).performance.balance.cash).toBe(52_000)
    expect(w.runQuery().performance.balance).toEqual({ allocated: 0, cash: 55_000, total: 55_000 })
  })

  it('realize by the method when they are short', () => {
    const short = (lotMethod: LotMethod): World =>
      world({
        asOf: '2024-01-31',
        currency: 'USD',
        accounts: [{ id: 'main', lotMethod }],
        instruments: [crude],
        transactions: [trade('2024-01-02', -1, 10), trade('2024-01-03', -1, 12), trade('2024-01-04', 1, 9)],
      })
    expect(short('fifo').runQuery().performance.pnl.abs).toMatchObject({ total: 4000, realized: 1000 })
    expect(short('hifo').runQuery().performance.pnl.abs).toMatchObject({ total: 4000, realized: 3000 })
  })

  it('trade and close below zero', () => {
    const w = world({
      asOf: '2020-04-30',
      currency: 'USD',
      instruments: [crude],
      transactions: [
        deposit('2020-04-01', 100_000, { currency: 'USD' }),
        trade('2020-04-17', 2, 18.27),
        trade('2020-04-20', -1, -37.63),
        trade('2020-04-21', 1, -10.01),
        trade('2020-04-22', -2, 13.78),
      ],
    })
    const onDay = (to: string) => w.runQuery({ to }).performance
    expect(onDay('2020-04-20').pnl.abs).toEqual({ total: -111_800, realized: -55_900, unrealized: -55_900 })
    expect(onDay('2020-04-20').balance.total).toBe(-11_800)
    expect(onDay('2020-04-21').pnl.abs.unrealized).toBeCloseTo(-28_280, 9)
    expect(w.row('closed').original.pnlAbs).toEqual({ total: -36_600, realized: -36_600, unrealized: 0 })
  })

  it('have a relative P/L when they are closed on the day they were opened', () => {
    const w = twoLots('fifo', trade('2024-01-04', -2, 12))
    const day = world({
      asOf: '2024-01-31',
      currency: 'USD',
      instruments: [crude],
      prices: { F: [['2024-01-02', 12]] },
      transactions: [trade('2024-01-02', 1, 10), trade('2024-01-02', -1, 12)],
    })
    expect(w.row('closed').original.pnlRel.total).toBeCloseTo(2000 / 24_000, 12)
    expect(day.row('closed').original.pnlRel.total).toBeCloseTo(2000 / 12_000, 12)
  })
})

describe('forwards (fx-forward)', () => {
  it('are worth the difference between the rates', () => {
    expect(forwardValue(-100_000, 0.9, 0.88, 0.998)).toBeCloseTo(1996, 6)
    expect(forwardValue(-100_000, 0.9, 0.88)).toBeCloseTo(2000, 6)
    const { base, quoted, headline } = forwardExposure(-100_000, 0.9, 0.885)
    expect([base, quoted]).toEqual([-100_000, 90_000])
    expect(headline).toBeCloseTo(-88_500, 6)
  })

  it('have no cost and no notional in the NAV', () => {
    const w = world({
      asOf: '2025-07-31',
      currency: 'CHF',
      instruments: [{ id: 'W', type: 'fx_forward' }],
      prices: {
        W: [
          ['2025-01-15', 0.9],
          ['2025-03-01', 0.88],
        ],
      },
      transactions: [
        buy('2025-01-15', -100_000, { instrument: 'W', price: 0.9 }),
        { on: '2025-07-15', type: 'variation_margin', instrument: 'W', amount: 2000 },
        buy('2025-07-15', 100_000, { instrument: 'W', price: 0.88 }),
      ],
    })
    expect(w.runQuery({ to: '2025-03-31' }).performance.balance.total).toBeCloseTo(2000, 6)
    expect(w.row('open', { to: '2025-03-31' }).original.exposure).toBeCloseTo(-88_000, 6)
    expect(w.runQuery().performance.balance).toEqual({ allocated: 0, cash: 2000, total: 2000 })
    expect(w.row('closed').original.pnlAbs.realized).toBe(2000)
  })

  it.each(['fifo', 'lifo', 'hifo', 'average'] as const)(
    'settle the same share of every lot, %s',
    lotMethod => {
      const w = world({
        asOf: '2025-07-31',
        currency: 'CHF',
        accounts: [{ id: 'main', lotMethod }],
        instruments: [{ id: 'W', type: 'fx_forward', baseCurrency: 'USD' }],
        rates: { USD: [['2025-01-15', 0.9]] },
        transactions: [
          buy('2025-01-15', 1000, { instrument: 'W', price: 0.8 }),
          buy('2025-01-16', 1000, { instrument: 'W', price: 0.84 }),
          {
            ...{ on: '2025-07-15', type: 'fx', instrument: 'W', quantity: -1000, currency: 'CHF', net: 820 },
            ...{ counterCurrency: 'USD', counterAmount: 1000 },
          },
        ],
      })
      const { total, realized } = w.row('open').original.pnlAbs
      expect([total, realized, w.row('open').original.value].map(value => value?.toFixed(6))).toEqual([
        '160.000000',
        '80.000000',
        '80.000000',
      ])
    },
  )
})

describe('exposure of options (option-exposure-delta-exchange-3)', () => {
  const exposure = (quantity: number, right: 'call' | 'put', prices: boolean) => {
    const w = world({
      asOf: '2024-03-31',
      currency: 'USD',
      accounts: [{ id: 'main', shortsAllowed: true }],
      instruments: [
        { id: 'U' },
        { id: 'O', type: 'option', contractSize: 0.001, underlying: 'U', strike: 77_000, right },
      ],
      prices: { O: [['2024-01-02', 1086.29]], ...(prices ? { U: [['2024-01-02', 77_529] as const] } : {}) },
      transactions: [sell('2024-01-02', -quantity, { instrument: 'O', price: 1000 })],
    })
    return w.row('open').original
  }
  it('is the value of the underlying, with its sign', () => {
    expect(exposure(-7, 'call', true).value).toBeCloseTo(-7.60403, 4)
    expect(exposure(-7, 'call', true).exposure).toBeCloseTo(-542.703, 4)
    expect(exposure(-7, 'put', true).exposure).toBeCloseTo(542.703, 4)
    expect(exposure(7, 'put', false).exposure).toBeCloseTo(-539, 9)
  })
})
