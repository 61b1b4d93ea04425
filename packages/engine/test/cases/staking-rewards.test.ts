import { describe, expect, it } from 'vitest'
import { buy, type Draft, deposit, sell, world } from '../world.ts'

const COIN = [{ id: 'X', type: 'crypto' as const }]
const PRICES = {
  X: [
    ['2025-01-02', 100],
    ['2025-03-03', 120],
    ['2025-06-30', 130],
  ],
} as const

const reward = (on: string, quantity: number, extra: Partial<Draft> = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'staking_reward',
  quantity,
})

describe('a staking reward', () => {
  it('is income at the market value of its day, which is its cost, and moves no cash', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: COIN,
      prices: PRICES,
      transactions: [
        deposit('2025-01-02', 1000),
        buy('2025-01-02', 10, { net: 1000 }),
        reward('2025-03-03', 0.5),
      ],
    })
    const row = w.row('open')
    expect(row.quantity).toBe(10.5)
    expect((row.original.priceOpen ?? 0) * 10.5).toBeCloseTo(1060, 9)
    expect(row.original.otherIncome).toBeCloseTo(60, 9)
    expect(row.original.dividends + row.original.interest).toBe(0)
    expect(row.original.pnlAbs.realized).toBeCloseTo(60, 9)
    expect(row.original.pnlAbs.unrealized).toBeCloseTo(305, 9)
    const { performance } = w.runQuery()
    expect(performance.cashFlow.net).toBe(1000)
    expect(performance.pnl.abs.total).toBeCloseTo(365, 9)
    expect(w.row('cash').quantity).toBe(0)
  })

  it('takes the value that the transaction states before the close', () => {
    const stated = (extra: Partial<Draft>) => {
      const w = world({
        asOf: '2025-06-30',
        instruments: COIN,
        prices: PRICES,
        transactions: [buy('2025-01-02', 10, { net: 1000 }), reward('2025-03-03', 0.5, extra)],
      })
      return w.row('open').original.otherIncome
    }
    expect(stated({ price: 110 })).toBeCloseTo(55, 9)
    expect(stated({ amount: 58 })).toBeCloseTo(58, 9)
  })

  it('is a lot of its own, whose sale is measured against the value received', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: COIN,
      accounts: [{ id: 'main', lotMethod: 'lifo' }],
      prices: PRICES,
      transactions: [
        buy('2025-01-02', 10, { net: 1000 }),
        reward('2025-03-03', 0.5),
        sell('2025-06-30', 0.5, { price: 130 }),
      ],
    })
    expect(w.row('open').original.pnlAbs.realized).toBeCloseTo(60 + 5, 9)
  })

  it('pays fees and taxes from the cash of the account, in their own currency', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: COIN,
      prices: PRICES,
      rates: { USD: [['2025-01-02', 0.5]] },
      transactions: [
        deposit('2025-01-02', 1000),
        buy('2025-01-02', 10, { net: 1000 }),
        reward('2025-03-03', 0.5, { currency: 'USD', fees: 2, taxes: 20 }),
      ],
    })
    const row = w.row('open')
    expect(row.original.otherIncome).toBeCloseTo(60, 9)
    expect(row.original.fees).toBeCloseTo(1, 9)
    expect(row.original.taxes).toBeCloseTo(10, 9)
    expect(row.original.pnlAbs.realized).toBeCloseTo(49, 9)
  })

  it('does not set a price', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: COIN,
      transactions: [reward('2025-03-03', 0.5, { price: 120 })],
    })
    expect(w.row('open').flags).toContain('no_price')
    expect(w.runQuery().performance.pnl.abs.total).toBe(0)
  })

  it('closes a short position at its value', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: COIN,
      accounts: [{ id: 'main', shortsAllowed: true }],
      prices: PRICES,
      transactions: [sell('2025-01-02', 1, { net: 100 }), reward('2025-03-03', 1)],
    })
    const row = w.row('closed')
    expect(row.original.otherIncome).toBeCloseTo(120, 9)
    expect(row.original.pnlAbs.realized).toBeCloseTo(120 - 20, 9)
  })

  it('of a future is reported as an issue', () => {
    const w = world({
      asOf: '2025-06-30',
      instruments: [{ id: 'X', type: 'future' }],
      prices: PRICES,
      transactions: [reward('2025-03-03', 1)],
    })
    expect(w.snapshot.issues).toMatchObject([{ flag: 'not_supported', reason: 'staking_reward' }])
  })
})
