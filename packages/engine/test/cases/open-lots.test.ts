import { describe, expect, it } from 'vitest'
import { type LotMethod, openLots, parseDay } from '../../src/index.ts'
import { buy, sell, world } from '../world.ts'

const openLotsOn = (method: LotMethod, on: string) => {
  const w = world({
    asOf: '2024-06-01',
    accounts: [{ id: 'main', lotMethod: method }],
    instruments: [{ id: 'X', splits: [{ day: parseDay('2024-05-01'), numerator: 2, denominator: 1 }] }],
    transactions: [
      buy('2024-01-02', 10, { price: 100 }),
      buy('2024-02-02', 10, { price: 120 }),
      sell('2024-03-01', 15, { price: 130 }),
      buy('2024-04-02', 5, { price: 140 }),
    ],
  })
  const position = w.snapshot.positions.keys.indexOf('t0000')
  return openLots(w.snapshot, w.views().calculated, position, parseDay(on))
}

describe('open lots', () => {
  it('are the rest of each purchase and add up to quantity and cost', () => {
    expect(openLotsOn('fifo', '2024-04-10')).toEqual([
      { day: parseDay('2024-02-02'), quantity: 5, cost: 600 },
      { day: parseDay('2024-04-02'), quantity: 5, cost: 700 },
    ])
    expect(openLotsOn('lifo', '2024-04-10')).toEqual([
      { day: parseDay('2024-01-02'), quantity: 5, cost: 500 },
      { day: parseDay('2024-04-02'), quantity: 5, cost: 700 },
    ])
  })

  it('keep their exact quantity and cost beside a lot of a trillion', () => {
    const w = world({
      asOf: '2024-06-01',
      transactions: [buy('2024-01-02', 9000, { price: 0.3883 }), buy('2024-02-02', 1e12, { price: 0.4003 })],
    })
    expect(openLots(w.snapshot, w.views().calculated, 0, parseDay('2024-06-01'))).toEqual([
      { day: parseDay('2024-01-02'), quantity: 9000, cost: 3494.7 },
      { day: parseDay('2024-02-02'), quantity: 1e12, cost: 400_300_000_000 },
    ])
  })

  it('in a pool share its cost by units', () => {
    const lots = openLotsOn('average', '2024-04-10')
    expect(lots.reduce((sum, lot) => sum + lot.quantity, 0)).toBeCloseTo(10, 9)
    expect(lots.reduce((sum, lot) => sum + lot.cost, 0)).toBeCloseTo(550 + 700, 9)
    const [first, ...rest] = lots
    for (const lot of rest)
      expect(lot.cost / lot.quantity).toBeCloseTo((first?.cost ?? 0) / (first?.quantity ?? 1), 9)
  })

  it('keep their cost as of a day before a return of capital', () => {
    const w = world({
      asOf: '2024-09-01',
      transactions: [
        buy('2024-01-02', 10, { price: 100 }),
        buy('2024-02-02', 10, { price: 110 }),
        sell('2024-07-01', 10, { price: 130 }),
        { on: '2024-08-01', type: 'return_of_capital', instrument: 'X', amount: 600 },
      ],
    })
    const costsOn = (on: string) =>
      openLots(w.snapshot, w.views().calculated, 0, parseDay(on)).map(lot => lot.cost)
    expect(w.snapshot.positions.keys[0]).toBe('t0000')
    expect(costsOn('2024-06-01')).toEqual([1000, 1100])
    expect(costsOn('2024-07-02')).toEqual([1100])
    expect(costsOn('2024-08-02')).toEqual([500])
  })

  it('are listed as of a day before or after a split', () => {
    expect(openLotsOn('fifo', '2024-02-10').map(lot => lot.quantity)).toEqual([10, 10])
    expect(openLotsOn('fifo', '2024-05-02').map(lot => [lot.quantity, lot.cost])).toEqual([
      [10, 600],
      [10, 700],
    ])
  })
})
