import { describe, expect, it } from 'vitest'
import { annualizedBps, computeFees, feesBps } from '../../src/index.ts'
import { buy, custodyFee, deliverIn, deliverOut, deposit, world } from '../world.ts'

describe('a missing price', () => {
  it('is estimated by the latest transaction price without costs', () => {
    const a = world({
      asOf: '2010-02-01',
      transactions: [buy('2010-01-01', 10, { net: 2000 }), buy('2010-01-10', 10, { net: 1000 })],
    }).row('open')
    expect(a.original.priceCurrent).toBe(100)
    expect(a.flags).toEqual(['estimated'])
    const b = world({
      asOf: '2010-02-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: { USD: [['2010-01-01', 0.8]] },
      transactions: [buy('2010-01-10', 10, { net: 1000, currency: 'EUR', amount: 1214.1 })],
    }).row('open')
    expect(b.original.priceCurrent).toBeCloseTo(121.41, 9)
  })

  it('lets a purchase reduce the NAV by its fee only', () => {
    const { pnl } = world({
      asOf: '2025-09-03',
      prices: { X: [['2025-09-02', 655]] },
      transactions: [deposit('2025-08-29', 16_330.61), buy('2025-09-01', 2, { price: 650, fees: 3 })],
    }).runQuery().performance.dailyPnl
    expect(pnl.total[4]).toBeCloseTo(-3, 6)
    expect(pnl.total[4]).not.toBeCloseTo(-1303, 1)
  })
})

describe('balance and fees', () => {
  it('split the NAV into allocated value and cash by currency', () => {
    const w = world({
      asOf: '2020-01-02',
      currency: 'CHF',
      accounts: [{ id: 'main', shortsAllowed: true }],
      instruments: [
        { id: 'EQ', type: 'equity' },
        { id: 'BD', type: 'bond', contractSize: 0.01 },
        { id: 'CL', type: 'option', contractSize: 100 },
        { id: 'PT', type: 'option', contractSize: 100 },
      ],
      prices: {
        EQ: [['2020-01-01', 100]],
        BD: [['2020-01-01', 101.5]],
        CL: [['2020-01-01', 3]],
        PT: [['2020-01-01', 1.75]],
      },
      rates: { USD: [['2020-01-01', 0.9]] },
      transactions: [
        deliverIn('2020-01-01', 800, { instrument: 'EQ' }),
        deliverIn('2020-01-01', 30_000, { instrument: 'BD' }),
        deliverIn('2020-01-01', 4, { instrument: 'CL' }),
        deliverOut('2020-01-01', 4, { instrument: 'PT' }),
        deposit('2020-01-01', 5000, { currency: 'CHF' }),
        deposit('2020-01-01', 2000, { currency: 'USD' }),
      ],
    })
    expect(w.runQuery().performance.balance).toEqual({ allocated: 110_950, cash: 6800, total: 117_750 })
  })

  it('relate fees to the average daily value, not the last', () => {
    const average = (1_000_000 * 90 + 1_500_000 * 275) / 365
    expect(feesBps(4500, average)).toBeCloseTo(32.69, 2)
    expect(annualizedBps(feesBps(4500, average), 365)).toBeCloseTo(32.69, 2)
    expect(annualizedBps(40, 730)).toBe(20)
    expect(annualizedBps(40, 364)).toBeNull()
    const w = world({
      asOf: '2021-12-31',
      currency: 'CHF',
      transactions: [
        deposit('2020-12-31', 1_000_000, { currency: 'CHF' }),
        deposit('2021-04-01', 500_000, { currency: 'CHF' }),
        custodyFee('2021-12-31', 4500, { currency: 'CHF' }),
      ],
    })
    const fees = computeFees(w.runQuery({ from: '2021-01-01', feesBy: 'transaction_type' }))
    expect(fees.total.sum).toBe(4500)
    expect(fees.total.averageValue).toBeCloseTo(average - 4500 / 365, 2)
    expect(Math.abs((fees.total.bps ?? 0) - 32.69)).toBeLessThan(0.006)
    expect(fees.total.bps).not.toBeCloseTo(30.09, 1)
    expect(fees.groups.map(group => [group.group, group.sum])).toEqual([
      ['fees', 0],
      ['fees_cash', 4500],
      ['trailer_fees', 0],
    ])
  })
})
