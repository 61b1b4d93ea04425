import { describe, expect, it } from 'vitest'
import { buy, type Draft, deposit, sell, type WorldSpec, world } from '../world.ts'

/** 10 shares at 100 become 10 at 80 and 10 of the child at 20 on 11 April; the child is delivered on the 14th. */
const PRICES = {
  X: [
    ['2022-01-03', 100],
    ['2022-04-11', 80],
  ],
  Y: [['2022-04-11', 20]],
} satisfies WorldSpec['prices']

function spinOff(extra: Partial<Draft> = {}, on = '2022-04-14'): Draft[] {
  const common = { on, type: 'spin_off', link: 'spin' } as const
  return [
    { ...common, instrument: 'X', quantity: 0 },
    { ...common, instrument: 'Y', quantity: 10, exOn: '2022-04-11', ...extra },
  ]
}

function held(transactions: readonly Draft[], extra: Partial<WorldSpec> = {}) {
  return world({
    asOf: '2022-04-20',
    instruments: [{ id: 'X' }, { id: 'Y' }],
    prices: PRICES,
    transactions: [deposit('2022-01-03', 1000), ...transactions],
    ...extra,
  })
}

const nav = (w: ReturnType<typeof world>, to: string) => w.runQuery({ to }).performance.balance.total
const bought = buy('2022-01-03', 10, { price: 100 })

describe('a spin-off delivered after its ex-date', () => {
  it.each([
    ['kept', []],
    ['sold on the ex-date', [sell('2022-04-11', 10, { price: 80 })]],
    ['sold before the delivery', [sell('2022-04-12', 10, { price: 80 })]],
    ['half sold', [sell('2022-04-12', 5, { price: 80 })]],
  ] as const)('belongs to the holder before the ex-date, with the parent %s', (_, sales) => {
    const w = held([bought, ...sales, ...spinOff()])
    const { cashFlow, pnl } = w.runQuery().performance
    expect(cashFlow.deposits).toBe(1000)
    expect(cashFlow.withdrawals).toBe(0)
    expect(pnl.abs.total).toBeCloseTo(0, 9)
    for (const to of ['2022-04-10', '2022-04-11', '2022-04-12', '2022-04-13', '2022-04-14'])
      expect(nav(w, to)).toBeCloseTo(1000, 9)
  })

  it('carries a fifth of the cost to the child although the parent is sold meanwhile', () => {
    const w = held([bought, sell('2022-04-12', 10, { price: 80 }), ...spinOff()])
    expect(w.row('open').original.priceOpen).toBeCloseTo(20, 9)
    expect(w.row('closed').original.pnlAbs).toMatchObject({ realized: 0, total: 0 })
  })

  it('is a result of the parent that was sold if the child has no price until its delivery', () => {
    const w = held([bought, sell('2022-04-12', 10, { price: 80 }), ...spinOff({ price: 20 })], {
      prices: { X: PRICES.X },
    })
    const { cashFlow, pnl } = w.runQuery().performance
    expect(cashFlow.deposits).toBe(1000)
    expect(pnl.abs.total).toBeCloseTo(0, 9)
    expect(nav(w, '2022-04-13')).toBeCloseTo(800, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(0, 9)
    expect(w.row('open').original.priceOpen).toBeCloseTo(20, 9)
  })

  it('is not a deposit if the parent is bought on the day of the spin-off', () => {
    const w = held([buy('2022-04-14', 10, { price: 80 }), ...spinOff({ exOn: '2022-04-14' })], {
      prices: { ...PRICES, X: [...PRICES.X, ['2022-04-14', 64]] },
    })
    const { cashFlow, pnl } = w.runQuery().performance
    expect(cashFlow.deposits).toBe(1000)
    expect(pnl.abs.total).toBeCloseTo(640 + 200 - 800, 9)
  })

  it('is not a deposit if the child was sold short before', () => {
    const w = held(
      [bought, sell('2022-04-12', 10, { instrument: 'Y', price: 21 }), ...spinOff({ exOn: '2022-04-14' })],
      {
        accounts: [{ id: 'main', shortsAllowed: true }],
      },
    )
    const { cashFlow, pnl } = w.runQuery().performance
    expect(cashFlow).toEqual({ net: 1000, deposits: 1000, withdrawals: 0 })
    expect(pnl.abs.total).toBeCloseTo(10, 9)
    // A fifth of the cost of 1,000 left the parent for 200, and the short closed at 20.
    expect(w.row('open').original.priceOpen).toBeCloseTo(80, 9)
    expect(w.row('closed').original.pnlAbs.realized).toBeCloseTo(10, 9)
  })

  it('is owed by a short parent that was bought back', () => {
    const short = [sell('2022-01-03', 10, { price: 100 }), buy('2022-04-12', 10, { price: 80 })]
    const w = held([...short, ...spinOff({ quantity: -10 })], {
      accounts: [{ id: 'main', shortsAllowed: true }],
    })
    const { cashFlow, pnl } = w.runQuery().performance
    expect(cashFlow.net).toBe(1000)
    expect(pnl.abs.total).toBeCloseTo(0, 9)
    expect(w.row('open')).toMatchObject({ side: 'short', quantity: 10 })
  })

  it('pays a fraction and costs on the delivery', () => {
    const paid = { quantity: 2, numerator: 1, denominator: 4, net: 9, fees: 1, currency: 'EUR' }
    const w = held([bought, sell('2022-04-12', 10, { price: 80 }), ...spinOff(paid)])
    expect(nav(w, '2022-04-13')).toBeCloseTo(800 + 2.5 * 20, 9)
    expect(w.runQuery({ to: '2022-04-13' }).performance.balance.cash).toBeCloseTo(800, 9)
    expect(w.runQuery().performance.balance.cash).toBeCloseTo(809, 9)
    expect(w.runQuery().performance.cashFlow.deposits).toBe(1000)
    expect(w.row('open')).toMatchObject({ quantity: 2 })
    expect(w.row('open').original.fees).toBe(1)
  })

  it('still arrives from outside if the parent was never held', () => {
    expect(held(spinOff()).runQuery().performance.cashFlow.deposits).toBe(1200)
  })
})

describe('other units delivered after their ex-date', () => {
  const late = { exOn: '2022-04-11', on: '2022-04-14' } as const

  it.each([
    ['bonus shares', { type: 'trade', instrument: 'X', quantity: 2.5, amount: 0 }],
    ['rights', { type: 'rights', instrument: 'Y', quantity: 10 }],
  ] as const)('count from the ex-date on: %s', (_, drafted) => {
    const w = held([bought, { ...drafted, ...late }])
    for (const to of ['2022-04-10', '2022-04-11', '2022-04-13', '2022-04-20'])
      expect(nav(w, to)).toBeCloseTo(1000, 9)
    expect(w.runQuery().performance.cashFlow.deposits).toBe(1000)
  })

  it('wait for the delivery if the share was not held before the ex-date', () => {
    const w = held([
      buy('2022-04-12', 10, { price: 80 }),
      { ...late, type: 'trade', instrument: 'X', quantity: 1, amount: 0 },
    ])
    expect(nav(w, '2022-04-13')).toBeCloseTo(1000, 9)
    expect(nav(w, '2022-04-14')).toBeCloseTo(1080, 9)
  })

  it('replace the old shares of a merger from the ex-date on', () => {
    const w = held([
      bought,
      { ...late, type: 'merger', link: 'm', instrument: 'X', quantity: -10 },
      { ...late, type: 'merger', link: 'm', instrument: 'Y', quantity: 50 },
      sell('2022-04-12', 50, { instrument: 'Y', price: 20 }),
    ])
    expect(nav(w, '2022-04-11')).toBeCloseTo(1000, 9)
    expect(w.rows('open')).toEqual([])
    expect(w.runQuery().performance.pnl.abs.realized).toBeCloseTo(0, 9)
    expect(w.runQuery().performance.cashFlow.net).toBe(1000)
  })
})
