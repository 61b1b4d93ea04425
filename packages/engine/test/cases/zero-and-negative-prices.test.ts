import { describe, expect, it } from 'vitest'
import { blendReturnBetween, explainMove, parseDay, priceSeries, rateSeries } from '../../src/index.ts'
import { valueOn } from '../../src/valuation/market.ts'
import { blendOfWorld } from '../benchmarks/world-blend.ts'
import { buy, type Draft, deliverIn, deliverOut, deposit, sell, world } from '../world.ts'

const reward = (on: string, quantity: number, extra: Partial<Draft> = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'staking_reward',
  quantity,
})

describe('a price of 0 in a transaction', () => {
  const free: readonly (readonly [string, Draft])[] = [
    ['a purchase', buy('2025-01-10', 1, { price: 0 })],
    ['a purchase by amount', buy('2025-01-10', 1, { amount: 0 })],
    ['a reward', reward('2025-01-10', 1, { price: 0 })],
    ['a delivery by price', deliverIn('2025-01-10', 1, { price: 0 })],
    ['a delivery by amount', deliverIn('2025-01-10', 1, { amount: 0 })],
    ['a delivery by net', deliverIn('2025-01-10', 1, { net: 0 })],
  ]

  it.each(free)('leaves an unquoted holding at the last stated price: %s', (_, received) => {
    const w = world({
      asOf: '2025-01-31',
      transactions: [deposit('2025-01-02', 2000), buy('2025-01-02', 10, { price: 100 }), received],
    })
    const row = w.row('open')
    expect(row.original.priceCurrent).toBe(100)
    expect(row.original.value).toBe(1100)
    expect(row.flags).toEqual(['estimated'])
    expect(w.runQuery().performance.balance.total).toBe(2100)
  })

  it('states no value of a delivery: it is an inflow at market value, not a gain', () => {
    const w = world({
      asOf: '2025-01-31',
      prices: { X: [['2025-01-02', 100]] },
      transactions: [buy('2025-01-02', 10, { price: 100 }), deliverIn('2025-01-10', 1, { price: 0 })],
    })
    const { performance } = w.runQuery({ from: '2025-01-10' })
    expect(performance.cashFlow.net).toBe(100)
    expect(performance.pnl.abs.total).toBe(0)
  })

  it('states no value of what leaves: the lots leave with their gain and nothing is realized', () => {
    const w = world({
      asOf: '2025-01-31',
      prices: { X: [['2025-01-02', 120]] },
      transactions: [buy('2025-01-02', 10, { price: 100 }), deliverOut('2025-01-10', 4, { amount: 0 })],
    })
    expect(w.row('open').original.pnlAbs.realized).toBe(0)
  })

  it('is the cost of bonus shares', () => {
    const w = world({
      asOf: '2025-01-31',
      transactions: [buy('2025-01-02', 10, { price: 100 }), buy('2025-01-10', 1, { price: 0 })],
    })
    expect(w.row('open').original.cost).toBe(1000)
  })

  it('leaves a holding without any stated price unpriced', () => {
    const row = world({
      asOf: '2025-01-31',
      transactions: [buy('2025-01-02', 10, { price: 0 })],
    }).row('open')
    expect(row.original.value).toBeNull()
    expect(row.flags).toEqual(['no_price'])
  })

  it('is a price where futures trade at 0', () => {
    const w = world({
      asOf: '2025-01-31',
      instruments: [{ id: 'X', type: 'future', contractSize: 1000 }],
      transactions: [buy('2025-01-02', 1, { price: 2 }), buy('2025-01-10', 1, { price: 0 })],
    })
    expect(w.row('open').original.priceCurrent).toBe(0)
    expect(w.row('open').original.value).toBe(-2000)
  })
})

describe('a quoted or appraised close of 0', () => {
  it('says that the holding is worthless', () => {
    const transactions = [buy('2025-01-02', 10, { price: 100 })]
    const quoted = world({ asOf: '2025-01-31', prices: { X: [['2025-01-20', 0]] }, transactions })
    expect(quoted.row('open').original.value).toBe(0)
    const valuation: Draft = { on: '2025-01-20', type: 'valuation', instrument: 'X', price: 0 }
    const appraised = world({ asOf: '2025-01-31', transactions: [...transactions, valuation] })
    expect(appraised.row('open').original.value).toBe(0)
    expect(appraised.row('open').flags).toEqual([])
  })
})

/** The front month of crude oil around its expiry, in dollars per barrel. */
const CRUDE = [
  ['2020-04-17', 18.27],
  ['2020-04-20', -37.63],
  ['2020-04-21', 10.01],
] as const

describe('a negative price', () => {
  const future = { id: 'X', type: 'future', contractSize: 1000 } as const

  it('is kept in a series, with and without splits, and an exchange rate of 0 or below is not', () => {
    const quotes = CRUDE.map(([on, value]) => [parseDay(on), value] as const)
    const day = parseDay('2020-04-20')
    expect(valueOn(priceSeries(quotes, day + 1), day)).toBe(-37.63)
    const splits = [{ day: day + 1, numerator: 2, denominator: 1 }]
    expect(valueOn(priceSeries(quotes, day + 1, { splits }), day)).toBeCloseTo(-37.63, 12)
    expect(valueOn(rateSeries([...quotes, [day, 0]], day + 1), day)).toBe(18.27)
  })

  it('values a future bought the day before', () => {
    const w = world({
      asOf: '2020-04-21',
      currency: 'USD',
      instruments: [future],
      prices: { X: CRUDE },
      transactions: [
        deposit('2020-04-17', 100_000, { currency: 'USD' }),
        buy('2020-04-17', 1, { price: 18.27 }),
      ],
    })
    const row = w.row('open', { to: '2020-04-20' })
    expect(row.original.priceCurrent).toBe(-37.63)
    expect(row.original.value).toBeCloseTo(-55_900, 9)
    expect(row.original.exposure).toBeCloseTo(-37_630, 9)
    expect(w.runQuery({ to: '2020-04-20' }).performance.balance.total).toBeCloseTo(44_100, 9)
    expect(w.row('open').original.pnlAbs.total).toBeCloseTo(-8260, 9)
  })

  it.each([
    ['price', { price: -37.63 }],
    ['price and amount', { price: -37.63, amount: 37_630 }],
  ])('is the entry of a future traded there, stated as %s', (_, stated) => {
    const w = world({
      asOf: '2020-04-21',
      currency: 'USD',
      instruments: [future],
      prices: { X: CRUDE },
      transactions: [buy('2020-04-20', 1, stated), sell('2020-04-21', 1, { price: 10.01 })],
    })
    expect(w.row('open', { to: '2020-04-20' }).original.priceOpen).toBe(-37.63)
    const row = w.row('closed')
    expect(row.original.pnlAbs.realized).toBeCloseTo(47_640, 9)
    expect(row.original.pnlRel.total).toBeCloseTo(47_640 / 37_630, 9)
  })

  it.each([
    ['price', { price: -5 }, { price: -8 }],
    ['amount', { price: -5, amount: 50 }, { price: -8, amount: 80 }],
    ['net', { price: -5, net: 49 }, { price: -8, net: 81 }],
  ])('pays the buyer and charges the seller of what is delivered, stated as %s', (_, bought, sold) => {
    const w = world({
      asOf: '2025-01-31',
      instruments: [{ id: 'X', type: 'commodity' }],
      prices: {
        X: [
          ['2025-01-02', -5],
          ['2025-01-20', -8],
        ],
      },
      transactions: [
        deposit('2025-01-02', 1000),
        buy('2025-01-02', 10, { ...bought, fees: 1 }),
        sell('2025-01-20', 10, { ...sold, fees: 1 }),
      ],
    })
    expect(w.row('cash', { to: '2025-01-10' }).quantity).toBe(1049)
    const open = w.row('open', { to: '2025-01-10' })
    expect(open.original.priceOpen).toBe(-5)
    expect(open.original.value).toBe(-50)
    expect(open.original.pnlAbs.total).toBe(-1)
    expect(w.row('cash').quantity).toBe(968)
    const closed = w.row('closed')
    expect(closed.original.priceOpen).toBe(-5)
    expect(closed.original.pnlAbs.realized).toBe(-32)
  })

  it('gives no percentage change where it is the base', () => {
    const w = world({
      asOf: '2020-04-21',
      currency: 'USD',
      instruments: [future],
      prices: { X: CRUDE },
      transactions: [buy('2020-04-17', 1, { price: 18.27 })],
    })
    const change = (from: string, to: string) =>
      explainMove(w.runQuery({ from, to })).rows.find(({ isCash }) => !isCash)?.priceChange
    expect(change('2020-04-21', '2020-04-21')).toBeNull()
    expect(change('2020-04-18', '2020-04-20')).toBeCloseTo(-37.63 / 18.27 - 1, 12)
    const blend = blendOfWorld(
      { rebalancing: 'never', weights: [['2020-04-20', { X: 10_000 }]] },
      { asOf: '2020-04-21', transactions: [], prices: { X: CRUDE } },
    )
    expect(blendReturnBetween(blend, parseDay('2020-04-20'), parseDay('2020-04-21'))).toBeNull()
  })
})
