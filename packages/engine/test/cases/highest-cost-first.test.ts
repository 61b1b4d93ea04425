import { describe, expect, it } from 'vitest'
import { openLots, takenPieces } from '../matching.ts'
import { buy, type Draft, sell, world } from '../world.ts'

/** A spin-off on 5 January that moves `basisShare` of the parent's cost. */
const spinOff = (parent: string, child: string, quantity: number, basisShare: number): Draft[] => [
  { on: '2020-01-05', type: 'spin_off', link: 's', instrument: parent, quantity: 0 },
  { on: '2020-01-05', type: 'spin_off', link: 's', instrument: child, quantity, basisShare },
]

/** Shares acquired through options or rights on 5 January. */
const exercise = (
  type: 'exercise' | 'assignment' | 'rights',
  [from, given]: [string, number],
  [shares, price]: [number, number],
): Draft[] => [
  { on: '2020-01-05', type, link: 'a', instrument: from, quantity: given, price: 0 },
  { on: '2020-01-05', type, link: 'a', instrument: 'X', quantity: shares, price },
]

describe('lots under HIFO', () => {
  it('are taken highest cost first', () => {
    const w = world({
      asOf: '2016-02-05',
      accounts: [{ id: 'main', lotMethod: 'hifo' }],
      transactions: [
        buy('2016-01-15', 50, { price: 115 }),
        buy('2016-01-16', 50, { price: 116 }),
        buy('2016-01-17', 50, { price: 114 }),
        sell('2016-02-01', 40, { price: 120 }),
        sell('2016-02-02', 35, { price: 120 }),
        sell('2016-02-03', 30, { price: 120 }),
      ],
    })
    const { lotCost } = w.views().original
    expect(takenPieces(w.snapshot, lotCost).flat()).toEqual([
      [40, 116],
      [10, 116],
      [25, 115],
      [25, 115],
      [5, 114],
    ])
    expect(openLots(w.snapshot, 't0000', lotCost).map(lot => lot[1])).toEqual([45])
  })

  it.each([
    [
      'after a spin-off reduced their cost',
      [
        buy('2020-01-01', 10, { price: 100 }),
        ...spinOff('X', 'Y', 5, 0.5),
        buy('2020-01-06', 10, { price: 60 }),
        sell('2020-01-07', 12, { price: 70 }),
      ],
      [
        [10, 60],
        [2, 50],
      ],
    ],
    [
      'received through a spin-off',
      [
        buy('2020-01-01', 10, { instrument: 'Y', price: 100 }),
        ...spinOff('Y', 'X', 10, 0.1),
        buy('2020-01-06', 10, { price: 20 }),
        sell('2020-01-07', 12, { price: 70 }),
      ],
      [
        [10, 20],
        [2, 10],
      ],
    ],
    [
      'after a return of capital',
      [
        buy('2020-01-01', 10, { price: 100 }),
        { on: '2020-01-05', type: 'return_of_capital', instrument: 'X', amount: 450 },
        buy('2020-01-06', 10, { price: 60 }),
        sell('2020-01-07', 12, { price: 70 }),
      ],
      [
        [10, 60],
        [2, 55],
      ],
    ],
    [
      'including the premium of a short put',
      [
        buy('2020-01-01', 100, { price: 49 }),
        buy('2020-01-02', -1, { instrument: 'O', price: 2.5 }),
        ...exercise('assignment', ['O', 1], [100, 50]),
        sell('2020-01-07', 120, { price: 70 }),
      ],
      [
        [100, 49],
        [20, 47.5],
      ],
    ],
    [
      'including the premium of a call',
      [
        buy('2020-01-01', 100, { price: 51 }),
        buy('2020-01-02', 1, { instrument: 'O', price: 2.5 }),
        ...exercise('exercise', ['O', -1], [100, 50]),
        sell('2020-01-07', 120, { price: 70 }),
      ],
      [
        [100, 52.5],
        [20, 51],
      ],
    ],
    [
      'acquired through free rights, which add no cost',
      [
        { on: '2020-01-01', type: 'rights', instrument: 'R', quantity: 10, price: 0 },
        ...exercise('rights', ['R', -10], [10, 40]),
        buy('2020-01-06', 10, { price: 60 }),
        sell('2020-01-07', 12, { price: 70 }),
      ],
      [
        [10, 60],
        [2, 40],
      ],
    ],
  ] satisfies [string, Draft[], [number, number][]][])(
    'are ranked by their cost at the time of the sale: %s',
    (_, transactions, taken) => {
      const w = world({
        asOf: '2020-02-01',
        accounts: [{ id: 'main', lotMethod: 'hifo', shortsAllowed: true }],
        instruments: [{ id: 'X' }, { id: 'Y' }, { id: 'R' }, { id: 'O', type: 'option', contractSize: 100 }],
        prices: { X: [['2020-01-01', 50]], Y: [['2020-01-01', 50]], O: [['2020-01-01', 2.5]] },
        transactions,
      })
      const pieces = takenPieces(w.snapshot, w.views().original.lotCost).at(-1)
      expect(pieces?.map(([units, cost]) => [units, Number(cost.toFixed(9))])).toEqual(taken)
    },
  )

  it('from a pool rank by the average cost after a transfer', () => {
    const w = world({
      asOf: '2020-02-01',
      accounts: [
        { id: 'main', lotMethod: 'average' },
        { id: 'other', lotMethod: 'hifo' },
      ],
      transactions: [
        buy('2020-01-01', 10, { price: 100 }),
        buy('2020-01-02', 10, { price: 60 }),
        { on: '2020-01-05', type: 'transfer_out', link: 'm', instrument: 'X', quantity: -10 },
        { on: '2020-01-05', type: 'transfer_in', link: 'm', instrument: 'X', quantity: 10, account: 'other' },
        buy('2020-01-06', 10, { price: 90, account: 'other' }),
        sell('2020-01-07', 12, { price: 70, account: 'other' }),
      ],
    })
    expect(takenPieces(w.snapshot, w.views().original.lotCost).at(-1)).toEqual([
      [10, 90],
      [2, 80],
    ])
  })

  it('are ranked in the currency of the instrument they were merged into', () => {
    const w = world({
      asOf: '2020-02-01',
      currency: 'USD',
      accounts: [{ id: 'main', lotMethod: 'hifo' }],
      instruments: [
        { id: 'X', currency: 'USD' },
        { id: 'Y', currency: 'GBX' },
      ],
      prices: { X: [['2020-01-01', 50]], Y: [['2020-01-01', 4000]] },
      rates: { GBP: [['2020-01-01', 1.5]] },
      transactions: [
        buy('2020-01-01', 10, { instrument: 'Y', price: 4000, currency: 'GBP' }),
        { on: '2020-01-05', type: 'merger', link: 'm', instrument: 'Y', quantity: -10 },
        { on: '2020-01-05', type: 'merger', link: 'm', instrument: 'X', quantity: 10 },
        buy('2020-01-06', 10, { price: 59 }),
        buy('2020-01-07', 10, { price: 61 }),
        sell('2020-01-08', 22, { price: 70 }),
      ],
    })
    expect(takenPieces(w.snapshot, w.views().original.lotCost).at(-1)).toEqual([
      [10, 61],
      [10, 60],
      [2, 59],
    ])
  })
})
