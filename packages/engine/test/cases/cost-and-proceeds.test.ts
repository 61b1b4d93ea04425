import { describe, expect, it } from 'vitest'
import { computeFees, parseDay } from '../../src/index.ts'
import { buy, type Draft, deliverIn, sell, world } from '../world.ts'

describe('cost and proceeds', () => {
  it('cover the whole history of a closed position', () => {
    const w = world({
      asOf: '2024-05-01',
      transactions: [
        buy('2024-01-02', 10, { price: 100 }),
        buy('2024-01-03', 10, { price: 110, fees: 5 }),
        sell('2024-02-01', 5, { price: 130 }),
        sell('2024-03-01', 15, { price: 120, fees: 7 }),
      ],
    })
    const { cost, proceeds, pnlAbs } = w.row('closed').calculated
    expect([cost, proceeds]).toEqual([2100, 2450])
    expect(pnlAbs.total).toBeCloseTo(proceeds - cost - 12, 9)
  })

  it('of an open position cover the units left and the units sold', () => {
    const w = world({
      asOf: '2024-05-01',
      transactions: [buy('2024-01-02', 10, { price: 100 }), sell('2024-02-01', 4, { price: 130 })],
    })
    expect(w.row('open').calculated).toMatchObject({ cost: 600, proceeds: 520 })
  })

  it('start at the first valued close, also for the break-even price', () => {
    const valuedLate = (then: Draft) =>
      world({
        asOf: '2024-02-01',
        currency: 'CHF',
        instruments: [{ id: 'X', currency: 'USD' }],
        prices: { X: [['2024-01-03', 100]] },
        rates: { USD: [['2024-01-10', 0.9]] },
        transactions: [buy('2024-01-03', 10, { price: 100 }), then],
      }).row('open').calculated
    const lots = [{ day: parseDay('2023-05-01'), quantity: 5, cost: 400 }]
    const { cost, priceBreakEven } = valuedLate(deliverIn('2024-01-20', 5, { lots }))
    expect(cost).toBeCloseTo(900 + 360, 9)
    expect(priceBreakEven).toBeCloseTo(1260 / 15, 9)
    const given: Draft = { on: '2024-01-20', type: 'return_of_capital', instrument: 'X', amount: 1000 }
    expect(valuedLate(given).cost).toBe(0)
  })

  it('are negative for a short position, and proceeds less cost still equal the P/L', () => {
    const w = world({
      asOf: '2024-05-01',
      accounts: [{ id: 'main', shortsAllowed: true }],
      transactions: [sell('2024-01-02', 5, { price: 50 }), buy('2024-02-01', 5, { price: 40 })],
    })
    expect(w.row('closed').calculated).toMatchObject({ cost: -250, proceeds: -200, pnlAbs: { total: 50 } })
  })
})

describe('charges', () => {
  it('count once when a trade crosses zero, split by origin', () => {
    const w = world({
      asOf: '2024-05-01',
      accounts: [{ id: 'main', shortsAllowed: true }],
      transactions: [
        buy('2024-01-02', 10, { price: 100, fees: 3 }),
        sell('2024-02-01', 15, { price: 120, fees: 6 }),
        { type: 'fees_cash', on: '2024-02-02', amount: 20, currency: 'EUR' },
        { type: 'trailer_fees', on: '2024-02-02', amount: 4, currency: 'EUR' },
      ],
    })
    const fees = computeFees(w.runQuery({ feesBy: 'account' }))
    expect(fees.total).toMatchObject({
      sum: 25,
      count: 4,
      byType: { fees: 9, fees_cash: 20, trailer_fees: -4 },
    })
    expect(fees.groups).toMatchObject([{ group: 'main', sum: 25, count: 4 }])
    const ofTrades = computeFees(w.runQuery({ feesBy: 'account' }), 'fees')
    expect(ofTrades.total).toMatchObject({ sum: 9, count: 2, averageValue: fees.total.averageValue })
    expect(ofTrades.daily.cumulative.at(-1)).toBe(9)
  })
})
