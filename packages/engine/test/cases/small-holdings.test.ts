import { describe, expect, it } from 'vitest'
import { groupRows, openLots, parseDay, positionContributions } from '../../src/index.ts'
import { buy, type Draft, deposit, sell, withdrawal, world } from '../world.ts'

const INSTRUMENTS = [
  { id: 'X', type: 'crypto' as const },
  { id: 'F', type: 'fund' as const },
]
const PRICES = {
  X: [
    ['2025-01-02', 50_000],
    ['2025-01-10', 60_000],
  ],
  F: [
    ['2025-01-02', 100],
    ['2025-01-10', 101],
  ],
} as const

/** One satoshi, and a fund of a trillion, in one account. */
const both = world({
  asOf: '2025-01-31',
  instruments: INSTRUMENTS,
  prices: PRICES,
  transactions: [
    deposit('2025-01-02', 2e12),
    buy('2025-01-03', 1e10, { instrument: 'F', price: 100 }),
    buy('2025-01-03', 1e-8, { price: 50_000 }),
  ],
})

describe('a holding of 1e-8 beside amounts of 1e12', () => {
  it('keeps its value, P/L and return', () => {
    const filter = { instrumentTypes: ['crypto' as const] }
    const { performance } = both.runQuery({ filter })
    expect(performance.balance.total).toBeCloseTo(0.0006, 15)
    expect(performance.pnl.abs.total).toBeCloseTo(0.0001, 15)
    expect(performance.pnl.rel.total).toBeCloseTo(0.2, 9)
    const row = both.row('open', { filter })
    expect(row.quantity).toBe(1e-8)
    expect(row.original.pnlRel.total).toBeCloseTo(0.2, 9)
  })

  it('has a return as a group, and contributions meet the return of the scope', () => {
    const result = both.runQuery({ groupBy: 'instrument_type' })
    const groups = groupRows(result)
    expect(groups.find(({ group }) => group === 'crypto')?.twr.total).toBeCloseTo(0.2, 9)
    const total = groups.reduce((sum, { contribution }) => sum + (contribution.total ?? 0), 0)
    expect(total).toBeCloseTo(result.performance.pnl.rel.total ?? 0, 12)
    const positions = [...(positionContributions(result) ?? [])]
    expect(positions.reduce((sum, part) => sum + part, 0)).toBeCloseTo(
      result.performance.pnl.rel.total ?? 0,
      12,
    )
  })
})

describe('a small quantity', () => {
  it('below 1e-9 is a holding, and its sale closes it', () => {
    const transactions = [buy('2025-01-03', 4e-10, { price: 50_000 })]
    const spec = { asOf: '2025-01-31', instruments: INSTRUMENTS, prices: PRICES }
    expect(world({ ...spec, transactions }).row('open').quantity).toBe(4e-10)
    const part = world({
      ...spec,
      transactions: [...transactions, sell('2025-01-10', 1e-10, { price: 60_000 })],
    })
    expect(part.row('open').quantity).toBeCloseTo(3e-10, 20)
    expect(part.row('open').original.pnlAbs.realized).toBeCloseTo(1e-6, 15)
    const sold = [...transactions, sell('2025-01-10', 4e-10, { price: 60_000 })]
    expect(world({ ...spec, transactions: sold }).rows('open')).toEqual([])
  })

  it('that is the rounding of a larger one closes the position', () => {
    const w = world({
      asOf: '2025-01-31',
      instruments: INSTRUMENTS,
      prices: PRICES,
      transactions: [
        buy('2025-01-03', 1, { price: 50_000 }),
        sell('2025-01-10', 0.9999999999, { price: 60_000 }),
      ],
    })
    expect(w.rows('open')).toEqual([])
  })

  it('left of a large lot stays an open lot', () => {
    const w = world({
      asOf: '2025-01-31',
      instruments: INSTRUMENTS,
      prices: PRICES,
      transactions: [
        buy('2025-01-03', 1e12, { instrument: 'F', price: 100 }),
        buy('2025-01-04', 10, { instrument: 'F', price: 100 }),
        sell('2025-01-10', 1e12 - 5, { instrument: 'F', price: 101 }),
      ],
    })
    const { index } = w.row('open')
    const lots = openLots(w.snapshot, w.views().original, index, parseDay('2025-01-31'))
    expect(lots.map(({ quantity }) => Math.round(quantity))).toEqual([5, 10])
  })
})

describe('capital that is less than a unit of money', () => {
  it('has a return', () => {
    const { performance } = world({
      asOf: '2025-01-31',
      prices: {
        X: [
          ['2025-01-02', 1e-13],
          ['2025-01-10', 2e-13],
        ],
      },
      transactions: [buy('2025-01-02', 1, { price: 1e-13 })],
    }).runQuery({ filter: { instrumentTypes: ['equity'] } })
    expect(performance.pnl.rel.total).toBeCloseTo(1, 9)
  })
})

describe('a balance of 0.01 in another currency', () => {
  const usd = { currency: 'USD' }
  const rates = {
    USD: [
      ['2025-01-02', 0.9],
      ['2025-01-10', 0.95],
    ],
  } as const
  const realized = (transactions: Draft[]) =>
    world({ asOf: '2025-01-31', currency: 'EUR', rates, transactions }).runQuery({ from: '2025-01-10' })
      .performance.pnl.abs.realized

  it('realizes its currency gain when a payment of a trillion overdraws it', () => {
    expect(realized([deposit('2025-01-02', 0.01, usd), withdrawal('2025-01-10', 1e12, usd)])).toBeCloseTo(
      0.0005,
      12,
    )
  })

  it('keeps its cost when a trillion comes and goes', () => {
    expect(
      realized([
        deposit('2025-01-02', 0.01, usd),
        deposit('2025-01-03', 1e12, usd),
        withdrawal('2025-01-04', 1e12, usd),
        withdrawal('2025-01-10', 0.01, usd),
      ]),
    ).toBeCloseTo(0.0005, 12)
  })
})
