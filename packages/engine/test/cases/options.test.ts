import { describe, expect, it } from 'vitest'
import { parseDay } from '../../src/index.ts'
import { buy, type Draft, sell, type World, world } from '../world.ts'

const instruments = [{ id: 'X' }, { id: 'O', type: 'option', contractSize: 100 }] as const

const exercise = (
  on: string,
  options: number,
  shares: number,
  price: number,
  type: 'exercise' | 'assignment',
): Draft[] => [
  { on, type, link: 'ex', instrument: 'O', quantity: options, price: 0, amount: 0, net: 0 },
  { on, type, link: 'ex', instrument: 'X', quantity: shares, price },
]

interface History {
  readonly close: number
  readonly option: number
  readonly transactions: readonly Draft[]
  readonly lotMethod?: 'fifo' | 'average'
}

const history = ({ close, option, transactions, lotMethod = 'fifo' }: History): World =>
  world({
    asOf: '2024-03-31',
    currency: 'USD',
    accounts: [{ id: 'main', lotMethod, shortsAllowed: true }],
    instruments,
    prices: { X: [['2024-01-02', close]], O: [['2024-01-02', option]] },
    transactions,
  })

const premium = (quantity: number, price: number): Draft =>
  buy('2024-01-02', quantity, { instrument: 'O', price })

const realizedPnl = (w: World, instrument: string): number =>
  [...w.rows('open'), ...w.rows('closed')]
    .filter(row => row.instrument === instrument)
    .reduce((sum, row) => sum + (row.original.pnlAbs.realized ?? 0), 0)

describe('options (option-expiry-and-assignment)', () => {
  it('lose their premium when they expire worthless', () => {
    const expired: Draft = { on: '2024-03-15', type: 'expiry', instrument: 'O', quantity: -1, price: 0 }
    const w = history({ close: 90, option: 3, transactions: [premium(1, 3), expired] })
    expect(w.rows('open')).toEqual([])
    expect(w.row('closed').original.pnlAbs.realized).toBe(-300)
  })

  it('roll the premium received into the cost of the shares on assignment', () => {
    const w = history({
      close: 47,
      option: 3,
      transactions: [premium(-1, 2.5), ...exercise('2024-03-15', 1, 100, 50, 'assignment')],
    })
    expect(realizedPnl(w, 'O')).toBe(0)
    const stock = w.row('open')
    expect(stock.quantity).toBe(100)
    expect((stock.original.priceOpen ?? 0) * 100).toBeCloseTo(4750, 9)
    expect((stock.original.value ?? 0) - 4750).toBeCloseTo(-50, 9)
    expect(w.runQuery().performance.pnl.abs).toEqual({ total: -50, realized: 0, unrealized: -50 })
  })

  it('roll the premium paid into the cost of the shares on exercise', () => {
    const w = history({
      close: 110,
      option: 10,
      transactions: [premium(1, 4), ...exercise('2024-03-15', -1, 100, 100, 'exercise')],
    })
    expect(realizedPnl(w, 'O')).toBe(0)
    const stock = w.row('open')
    expect((stock.original.priceOpen ?? 0) * 100).toBeCloseTo(10_400, 9)
    expect((stock.original.value ?? 0) - 10_400).toBeCloseTo(600, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(600, 9)
    expect(w.runQuery().performance.pnl.abs.realized).toBe(0)
  })

  it('reduce the proceeds of the shares delivered on exercise', () => {
    const put = [
      buy('2024-01-02', 100, { price: 60 }),
      premium(1, 4),
      ...exercise('2024-03-15', -1, -100, 70, 'exercise'),
    ]
    const w = history({ close: 55, option: 15, transactions: put })
    // The put gained 1100 until it delivered the shares, which are gone at their close of 5500.
    expect(realizedPnl(w, 'O')).toBeCloseTo(1500 - 400, 9)
    expect(realizedPnl(w, 'X')).toBeCloseTo(5500 - 6000, 9)
    expect(realizedPnl(w, 'O') + realizedPnl(w, 'X')).toBeCloseTo(7000 - 6000 - 400, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(600, 9)
    const half = [
      buy('2024-01-02', 200, { price: 60 }),
      premium(1, 4),
      ...exercise('2024-03-15', -1, -100, 70, 'exercise'),
    ]
    const sold = history({ close: 55, option: 15, transactions: half })
    expect(realizedPnl(sold, 'O') + realizedPnl(sold, 'X')).toBeCloseTo(600, 9)
    const pool = history({ close: 55, option: 15, transactions: half, lotMethod: 'average' })
    expect(realizedPnl(pool, 'O') + realizedPnl(pool, 'X')).toBeCloseTo(7000 - 6200, 9)
    expect(pool.runQuery().performance.pnl.abs.total).toBeCloseTo(600 - 500, 9)
  })

  it('add the premium of a short call to the proceeds of the shares called away', () => {
    const w = history({
      close: 70,
      option: 5,
      transactions: [
        buy('2024-01-02', 100, { price: 60 }),
        premium(-1, 2),
        ...exercise('2024-03-15', 1, -100, 65, 'assignment'),
      ],
    })
    expect(realizedPnl(w, 'O')).toBeCloseTo(200 - 500, 9)
    expect(realizedPnl(w, 'X')).toBeCloseTo(7000 - 6000, 9)
    expect(w.runQuery().performance.pnl.abs.realized).toBeCloseTo(6500 + 200 - 6000, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(700, 9)
  })

  it('open a short position that includes the premium if a put delivers shares not held', () => {
    const w = history({
      close: 55,
      option: 15,
      transactions: [premium(1, 4), ...exercise('2024-03-15', -1, -100, 70, 'exercise')],
    })
    expect((w.row('open').original.priceOpen ?? 0) * 100).toBeCloseTo(6600, 9)
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(7000 - 5500 - 400, 9)
  })

  it('post both sides at market value if an exercise crosses zero', () => {
    const transactions = [
      buy('2024-01-02', 40, { price: 60 }),
      premium(1, 4),
      ...exercise('2024-03-15', -1, -100, 70, 'exercise'),
    ]
    const w = history({ close: 55, option: 15, transactions })
    expect(w.runQuery().performance.pnl.abs.total).toBeCloseTo(7000 - 2400 - 400 - 60 * 55, 9)
    expect(realizedPnl(w, 'O')).toBeCloseTo(1100, 9)
  })

  it('past expiry are worth their intrinsic value until resolved, and flagged', () => {
    const held = (right: 'call' | 'put') =>
      world({
        asOf: '2024-03-31',
        currency: 'USD',
        instruments: [
          { id: 'X' },
          {
            id: 'O',
            type: 'option',
            contractSize: 100,
            underlying: 'X',
            strike: 100,
            right,
            contractExpiration: parseDay('2024-03-15'),
          },
        ],
        prices: {
          X: [
            ['2024-01-02', 110],
            ['2024-03-20', 130],
          ],
          O: [['2024-01-02', 4]],
        },
        transactions: [premium(1, 4)],
      })
    expect(held('call').row('open', { to: '2024-03-15' }).original.value).toBe(400)
    expect(held('call').row('open').original.value).toBe(1000)
    expect(held('call').row('open').flags).toContain('provisional')
    expect(held('put').row('open').original.value).toBe(0)
    expect(held('put').row('open').flags).not.toContain('provisional')
  })

  it('post a side without its partner on its own', () => {
    const [, shares] = exercise('2024-03-15', -1, 100, 100, 'exercise')
    const w = history({
      close: 110,
      option: 10,
      transactions: shares ? [shares, sell('2024-03-20', 50, { price: 111 })] : [],
    })
    expect(w.row('open').original.priceOpen).toBe(100)
  })
})
