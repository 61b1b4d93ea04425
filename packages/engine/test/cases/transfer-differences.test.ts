import { describe, expect, it } from 'vitest'
import { buy, type Draft, deposit, type WorldSpec, world } from '../world.ts'

function moved(out: Partial<Draft>, into: Partial<Draft>, extra: Partial<WorldSpec> = {}) {
  const common = { on: '2024-03-01', instrument: 'X', link: 'move' } as const
  return world({
    asOf: '2024-06-30',
    instruments: [{ id: 'X', type: 'crypto' }],
    prices: {
      X: [
        ['2024-01-02', 100],
        ['2024-03-01', 120],
      ],
    },
    transactions: [
      deposit('2024-01-02', 1000, { account: 'a' }),
      buy('2024-01-02', 10, { account: 'a', price: 100 }),
      { ...common, type: 'transfer_out', account: 'a', quantity: -10, ...out },
      { ...common, type: 'transfer_in', account: 'b', quantity: 9.5, ...into },
    ],
    ...extra,
  })
}

describe('a transfer whose sides state different quantities', () => {
  it('delivers the units that do not arrive to the outside at market value', () => {
    for (const lotMethod of ['fifo', 'average'] as const) {
      const w = moved({}, {}, { accounts: [{ id: 'a', lotMethod }] })
      const { cashFlow, pnl, balance } = w.runQuery().performance
      expect(w.row('open')).toMatchObject({ account: 'b', quantity: 9.5 })
      expect(w.row('closed').original.pnlAbs.realized).toBe(0)
      expect(cashFlow.withdrawals).toBeCloseTo(-60, 9)
      expect(cashFlow.deposits).toBe(1000)
      expect(pnl.abs.total).toBeCloseTo(200, 9)
      expect(balance.total).toBeCloseTo(1140, 9)
      expect(w.snapshot.issues).toMatchObject([{ transaction: 't0002', flag: 'transfer_difference' }])
    }
  })

  it('receives the units that did not leave from the outside', () => {
    const w = moved({ quantity: -9.5 }, { quantity: 10 })
    expect(w.rows('open').map(({ account, quantity }) => [account, quantity])).toEqual([
      ['a', 0.5],
      ['b', 10],
    ])
    expect(w.runQuery().performance.cashFlow.deposits).toBeCloseTo(1060, 9)
    expect(w.snapshot.issues).toMatchObject([{ transaction: 't0003', flag: 'transfer_difference' }])
  })

  it('is complete if a split between the two days explains it', () => {
    const instruments = [{ id: 'X', splits: [{ day: 19_784, numerator: 2, denominator: 1 }] }] // 2024-03-02
    const w = moved({}, { on: '2024-03-04', quantity: 20 }, { instruments })
    expect(w.row('open')).toMatchObject({ account: 'b', quantity: 20 })
    expect(w.runQuery().performance.cashFlow.net).toBe(1000)
    expect(w.snapshot.issues).toEqual([])
  })
})
