import { describe, expect, it } from 'vitest'
import { holdingsRisk, parseDay, type SizedTrade, sizeTrade, toIsoDate } from '../../src/index.ts'
import { buy, type DatedValue, deposit, type WorldSpec, world } from '../world.ts'

const twoCurrencies: WorldSpec = {
  asOf: '2026-03-10',
  currency: 'CHF',
  pivot: 'USD',
  instruments: [
    { id: 'X', currency: 'CHF' },
    { id: 'D', currency: 'USD' },
    { id: 'B', type: 'bond', currency: 'CHF', contractSize: 0.01 },
  ],
  transactions: [
    deposit('2026-03-02', 50_000, { currency: 'CHF' }),
    deposit('2026-03-02', 10_000, { currency: 'USD' }),
    deposit('2026-03-02', 1000, { currency: 'EUR' }),
    buy('2026-03-03', 100, { price: 100, currency: 'CHF' }),
    buy('2026-03-03', 10, { instrument: 'D', price: 200, currency: 'USD' }),
    buy('2026-03-03', 10_000, { instrument: 'B', price: 98, currency: 'CHF' }),
  ],
  prices: {
    X: [
      ['2026-03-02', 100],
      ['2026-03-09', 110],
    ],
    D: [['2026-03-02', 200]],
    B: [['2026-03-02', 98]],
  },
  rates: { CHF: [['2026-03-02', 1.25]], EUR: [['2026-03-02', 1.1]] },
}
const nav = (spec: WorldSpec) => world(spec).runQuery().performance.balance.total
const value = (spec: WorldSpec, instrument: string) =>
  world(spec)
    .rows('open')
    .find(row => row.instrument === instrument)?.calculated.value

describe('assumed closes', () => {
  it('change nothing, bit for bit, when there are none', () => {
    expect(world({ ...twoCurrencies, assumed: { prices: {}, rates: {} } }).snapshot).toEqual(
      world(twoCurrencies).snapshot,
    )
  })

  it('set the price of the last day only', () => {
    const { snapshot, runQuery } = world({ ...twoCurrencies, assumed: { prices: { X: [{ price: 90 }] } } })
    const column = snapshot.prices[0]
    const at = (day: string) => column?.values[parseDay(day) - column.firstDay]
    expect([at('2026-03-09'), at('2026-03-10')]).toEqual([110, 90])
    expect(column?.quoteDays.at(-1)).toBe(parseDay('2026-03-10'))
    expect(runQuery().performance.balance.total).toBeCloseTo(nav(twoCurrencies) - 2000, 9)
  })

  it('apply in order: a factor scales the price before it', () => {
    const assumed = { prices: { X: [{ price: 90 }, { factor: 1.1 }] } }
    expect(value({ ...twoCurrencies, assumed }, 'X')).toBeCloseTo(9900, 9)
  })

  it('price an instrument that has none, and leave a factor on a missing price missing', () => {
    const { X: _x, ...prices } = twoCurrencies.prices ?? {}
    const received = [{ on: '2026-03-03', type: 'transfer_in', instrument: 'X', quantity: 5 } as const]
    const bare = { ...twoCurrencies, prices, transactions: received }
    expect(value(bare, 'X')).toBeNull()
    expect(value({ ...bare, assumed: { prices: { X: [{ factor: 2 }] } } }, 'X')).toBeNull()
    expect(value({ ...bare, assumed: { prices: { X: [{ price: 7 }] } } }, 'X')).toBe(35)
  })
})

describe('assumed rates', () => {
  it('change one currency against all others, and the pivot like any other', () => {
    const up = (currency: string) => nav({ ...twoCurrencies, assumed: { rates: { [currency]: 1.1 } } })
    const base = nav(twoCurrencies)
    // 10,000 USD in all, at 0.8; 1,000 EUR at 0.88.
    expect(up('USD') - base).toBeCloseTo(10_000 * 0.8 * 0.1, 8)
    expect(up('EUR') - base).toBeCloseTo(1000 * 0.88 * 0.1, 8)
    expect(up('CHF') - base).toBeCloseTo((8000 + 880) * (1 / 1.1 - 1), 8)
  })
})

/** Weekdays with alternating prices: +1 % and -1 / 1.01 of it. */
const alternating = (count: number): DatedValue[] => {
  const first = parseDay('2026-01-05')
  return Array.from(
    { length: count },
    (_, place): DatedValue => [toIsoDate(first + place), place % 2 === 0 ? 100 : 101],
  )
}
const risky = (extra: Partial<WorldSpec> = {}): WorldSpec => ({
  asOf: '2026-03-10',
  transactions: [deposit('2026-01-05', 10_000), buy('2026-01-05', 50, { price: 100 })],
  prices: { X: alternating(65) },
  ...extra,
})

describe('risk of the holdings', () => {
  it('is that of the prices times the weight of today', () => {
    const whole = holdingsRisk(
      world(
        risky({ transactions: [deposit('2026-01-05', 5000), buy('2026-01-05', 50, { price: 100 })] }),
      ).runQuery(),
    )
    const half = holdingsRisk(world(risky()).runQuery())
    expect(half.observations).toBe(whole.observations)
    // 5,000 of 10,000 on an even day.
    expect(half.volatility).toBeCloseTo((whole.volatility ?? 0) / 2, 3)
    expect(whole.valueAtRisk).toBeCloseTo(100 / 101 - 1, 9)
  })

  it('does not depend on when the holdings were bought', () => {
    const late = [deposit('2026-01-05', 10_000), buy('2026-03-10', 50, { price: 100 })]
    const early = holdingsRisk(world(risky()).runQuery())
    expect(holdingsRisk(world(risky({ transactions: late })).runQuery())).toEqual(early)
  })

  it('leaves the last day out, so that an assumed price is not a return', () => {
    const crash = holdingsRisk(world(risky({ assumed: { prices: { X: [{ factor: 0.5 }] } } })).runQuery())
    const calm = holdingsRisk(world(risky()).runQuery())
    expect(crash.observations).toBe(calm.observations)
    expect(crash.volatility ?? 1).toBeLessThan(calm.volatility ?? 0)
  })

  it('follows splits', () => {
    const splits = [{ day: parseDay('2026-02-10'), numerator: '2', denominator: '1' }]
    const prices = {
      X: alternating(65).map(([on, price]): DatedValue => [on, on < '2026-02-10' ? price : price / 2]),
    }
    const split = holdingsRisk(world(risky({ instruments: [{ id: 'X', splits }], prices })).runQuery())
    const plain = holdingsRisk(world(risky()).runQuery())
    expect(split.observations).toBe(plain.observations)
    expect(split.valueAtRisk).toBeCloseTo(plain.valueAtRisk ?? 0, 3)
  })

  it('is unknown below twenty days of prices, and with a holding without a price', () => {
    const short = holdingsRisk(world(risky({ asOf: '2026-01-20' })).runQuery())
    expect(short).toEqual({ observations: 10, volatility: null, valueAtRisk: null })
    const received = { on: '2026-01-05', type: 'transfer_in', instrument: 'Y', quantity: 5 } as const
    const instruments = [{ id: 'X' }, { id: 'Y' }]
    const unpriced = world(risky({ instruments, transactions: [...risky().transactions, received] }))
    expect(holdingsRisk(unpriced.runQuery())).toEqual({
      observations: 0,
      volatility: null,
      valueAtRisk: null,
    })
  })
})

describe('the size of a trade', () => {
  const trade: SizedTrade = {
    side: 'buy',
    by: 'quantity',
    size: 0,
    held: 100,
    unitValue: 30,
    nav: 10_000,
    lotSize: 1,
  }
  const size = (change: Partial<SizedTrade>) => sizeTrade({ ...trade, ...change })

  it('is what is stated in units, to the last digit', () => {
    expect(size({ size: 12.345 })).toBe(12.345)
    expect(size({ side: 'sell', size: 40 })).toBe(-40)
    expect(size({ side: 'hold', size: 130 })).toBe(30)
    expect(size({ side: 'hold', size: 99.9 })).toBe(-0.1)
  })

  it('is rounded down to whole lots for an amount or a weight', () => {
    expect(size({ by: 'amount', size: 1000 })).toBe(33)
    expect(size({ by: 'amount', size: 900 })).toBe(30)
    expect(size({ side: 'sell', by: 'amount', size: 1000, lotSize: 10 })).toBe(-30)
    expect(size({ by: 'weight', size: 0.05 })).toBe(16)
    expect(size({ side: 'hold', by: 'weight', size: 0.15 })).toBe(-50)
    expect(size({ by: 'amount', size: 100, unitValue: 3, lotSize: 0.0001 })).toBe(33.3333)
  })

  it('sells everything when nothing is left to hold, whatever the lots', () => {
    expect(size({ side: 'hold', by: 'weight', size: 0, held: 10.5, unitValue: null })).toBe(-10.5)
  })

  it('is unknown without the value it depends on', () => {
    expect(size({ by: 'amount', size: 1000, unitValue: null })).toBeNull()
    expect(size({ by: 'amount', size: 1000, unitValue: 0 })).toBeNull()
    expect(size({ by: 'weight', size: 0.1, nav: null })).toBeNull()
  })
})
